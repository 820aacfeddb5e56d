// Made by `npm run client` from the OpenAPI document and the error catalogue; a change by hand is lost.

export interface paths {
    "/health/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The process responds
         * @description Succeeds while the process can respond: restart the process if it fails. The result does not depend on other systems.
         *
         *     Needs no token.
         */
        get: operations["live"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health/ready": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every part works, with its state and lag
         * @description Shows whether each configured part works, so that a load balancer can choose a process. 503 names the parts that do not work; repeat after `Retry-After`.
         *
         *     Needs no token.
         */
        get: operations["ready"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log in by e-mail and password
         * @description Opens a session and returns its tokens. An unknown address, a wrong password and a disabled user get the same AUTH_001: do not repeat the request unchanged, because wrong passwords lock the account for a while (AUTH_004, with the seconds in `Retry-After`). Log in once and keep the tokens.
         *
         *     Needs no token.
         */
        post: operations["login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a new access token
         * @description Issues another access token for an open session, with the current scopes of its user; the refresh token stays the same. Refresh shortly before the access token expires. AUTH_001 means that the session has ended, AUTH_002 that its 30 days are over: log in again.
         *
         *     Needs no token.
         */
        post: operations["refresh"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End the session of a Bearer token or of a refresh token
         * @description Ends the session of a Bearer token or a refresh token, which invalidates both. A repeat is not an error. With `everywhere` every session of the user ends, within 5 s; keys and linked logins stay. AUTH_001 means that the request has no token of a session, or with `everywhere` that the session has ended.
         *
         *     Needs no token.
         */
        post: operations["logout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The current user
         * @description Returns the owner of the token and its scopes. AUTH_001 means that the session has ended, AUTH_002 that the access token has expired: refresh it.
         *
         *     Needs an access token, of any scope.
         */
        get: operations["me"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the name that your colleagues see
         * @description Changes the name of the current user, which colleagues see in place of the id; null removes it. AUTH_001 means that the session has ended.
         *
         *     Needs an access token of a user, of any scope; a service account gets AUTH_003.
         */
        patch: operations["changeMe"];
        trace?: never;
    };
    "/api/auth/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change your own password; every session, key and linked login ends
         * @description Sets a new password for the current user, who proves to know the current one. Every session ends, including this one, as do all keys and linked logins: log in again, register keys again and link accounts again. AUTH_001 means that the current password is wrong, AUTH_004 that it was wrong too often.
         *
         *     Needs an access token of a user, of any scope; a service account gets AUTH_003.
         */
        post: operations["changePassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/jwks.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Public keys that verify access tokens and audit exports
         * @description Publishes the keys that sign access tokens (only `ES256`) and those of the audit (`EdDSA`). Cache them for as long as `Cache-Control` allows; a new key is published before it signs.
         *
         *     Needs no token.
         */
        get: operations["jwks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The open sessions of the current user
         * @description Lists the open sessions of the current user page by page, the newest login first. A session ends 30 days after its login or 14 days after its last refresh, with a logout, a new password, or when an administrator ends it. Ended sessions are not listed.
         *
         *     Needs an access token of a user, of any scope; a service account gets AUTH_003.
         */
        get: operations["listOwnSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sessions/{session_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End a session of the current user
         * @description Ends a session of the current user, which may be the one of this request; within 5 s none of its tokens works any more. A repeat is not an error. NOT_FOUND means that the user has no such session.
         *
         *     Needs an access token of a user, of any scope; a service account gets AUTH_003.
         */
        delete: operations["endOwnSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/users/{user_id}/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The open sessions of a user
         * @description Lists the open sessions of a user page by page, the newest login first. A session ends 30 days after its login or 14 days after its last refresh, with a logout, a new password, or when an administrator ends it. Ended sessions are not listed. `revoke_sessions` of the user ends them all. NOT_FOUND means that the user does not exist or is not visible to the caller.
         *
         *     Needs the scope `users:admin`.
         */
        get: operations["listUserSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/nonce": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A nonce for a social login
         * @description Issues a nonce for the request of an id token of Google or Apple, so that the token is valid for one login only. It can be used once, within ten minutes.
         *
         *     Needs no token.
         */
        post: operations["requestNonce"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/social-login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log in with an id token of Google or Apple
         * @description Opens a session for the user of an id token of Google or Apple. The account is recognised by its link; the first time, by an address whose mailbox the provider runs. This operation never creates users: AUTH_001 means that the token is invalid or that no user has this account. CONFLICT means that the address alone is no proof: log in by another method and link the account first.
         *
         *     Needs no token.
         */
        post: operations["socialLogin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/social-link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Let a Google or Apple account log the current user in, until the password is changed
         * @description Lets a Google or Apple account log the current user in, until the password is changed. AUTH_001 means that the id token is invalid or was used before: get a new one. CONFLICT means that the account belongs to another user.
         *
         *     Needs an access token of a user, of any scope; a service account gets AUTH_003.
         */
        post: operations["linkSocialLogin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/identities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The Google and Apple accounts that are linked to the current user
         * @description Lists the Google and Apple accounts that are linked to the current user, including ended links. New links appear within a second.
         *
         *     Needs an access token of a user, of any scope; a service account gets AUTH_003.
         */
        get: operations["listIdentities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/identities/{identity_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Unlink a Google or Apple account from the current user
         * @description Unlinks a Google or Apple account from the current user; it can't log in until it is linked again. Sessions that it opened stay open. NOT_FOUND means that the user has no such account.
         *
         *     Needs an access token of a user, of any scope; a service account gets AUTH_003.
         */
        delete: operations["unlinkSocialLogin"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/biometric/challenge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A challenge to sign once
         * @description Issues a challenge to sign, for a login with the key in the body, or without one for a registration or for a login with any WebAuthn key. It can be used once, within two minutes. An unknown key gets a challenge too, with which every login fails.
         *
         *     Needs no token.
         */
        post: operations["requestChallenge"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/biometric/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register a key of this device, or a WebAuthn key, for the current user, until the password is changed
         * @description Registers a key of a device, or a WebAuthn key, that logs the current user in until the password is changed. The user proves possession by signing a fresh challenge. AUTH_001 means that the proof is wrong: request another challenge. INVALID_REQUEST means that the key is not a P-256 key, CONFLICT that it is registered already.
         *
         *     Needs an access token of a user, of any scope; a service account gets AUTH_003.
         */
        post: operations["registerCredential"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/biometric-login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Log in with a registered key
         * @description Opens a session for the user whose key signed the challenge. A WebAuthn key is found by `response.id` when the challenge was requested without `credential_id`, so that the user types no name; the authenticator must verify the user. Every attempt uses up its challenge. AUTH_001 does not reveal the cause; request another challenge. Five wrong signatures in a row disable a key.
         *
         *     Needs no token.
         */
        post: operations["biometricLogin"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/biometric": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The keys of the current user
         * @description Lists the keys of the current user, including disabled and ended ones. New keys appear within a second.
         *
         *     Needs an access token of a user, of any scope; a service account gets AUTH_003.
         */
        get: operations["listCredentials"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/biometric/{credential_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a key of the current user
         * @description Removes a key of the current user; it can't log in any more. Sessions that it opened stay open. NOT_FOUND means that the user has no such key.
         *
         *     Needs an access token of a user, of any scope; a service account gets AUTH_003.
         */
        delete: operations["removeCredential"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/names": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Names of the users who did or may do something
         * @description Lists the names and roles of users of the caller's own client, for ids in records, such as `requested_by` and `assigned_to`, or of all who may do something: `scope=fraud:review` lists to whom an alert can be assigned. Ids of other clients, of consumers and of erased users are left out; disabled users are left out with `scope` only. The last id of a page is the `after` of the next one. New users and names appear within a second. Consumers and machines are refused.
         *
         *     Needs an access token of a user, of any scope; a service account gets AUTH_003. Only for the roles `operator`, `admin`, `auditor`, `integrator`; any other caller gets AUTH_003.
         */
        get: operations["listUserNames"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/clients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Clients, the oldest first
         * @description Lists clients page by page, the oldest first; the last id of a page is the `after` of the next one. New clients appear within a second.
         *
         *     Needs the scope `users:admin`. Only administrators of the platform's own client may do this, others get AUTH_003.
         */
        get: operations["listClients"];
        put?: never;
        /**
         * Onboard a client
         * @description Registers a client, an organisation that integrates the API; register its users next.
         *
         *     Needs the scope `users:admin`. Only administrators of the platform's own client may do this, others get AUTH_003.
         */
        post: operations["registerClient"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/clients/{client_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One client
         * @description Reads the current state of a client. NOT_FOUND means that it does not exist or is not visible to the caller.
         *
         *     Needs the scope `users:admin`.
         */
        get: operations["getClient"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the terms of a client, or suspend it
         * @description Changes the fields in the body and leaves the rest. A disabled client is suspended: its users cannot log in, their tokens stop working, and nothing is sent to its endpoints until it is active again. `status: disabled` takes three seconds; then no process begins a request to its endpoints any more, and a running one ends. New rate limits apply immediately.
         *
         *     Needs the scope `users:admin`. Only administrators of the platform's own client may do this, others get AUTH_003.
         */
        patch: operations["changeClient"];
        trace?: never;
    };
    "/admin/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Users of a client
         * @description Lists the users of a client page by page; the last id of a page is the `after` of the next one. With `email` it finds the one user with that address. New users appear in the list within a second, and with `email` immediately.
         *
         *     Needs the scope `users:admin`.
         */
        get: operations["listUsers"];
        put?: never;
        /**
         * Create a user
         * @description Registers a user of a client, who can log in immediately. CONFLICT means that the address has an account, NOT_FOUND that the client does not exist or that the caller cannot manage it.
         *
         *     Needs the scope `users:admin`.
         */
        post: operations["registerUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/users/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One user
         * @description Reads the current state of a user. NOT_FOUND means that the user does not exist or is not visible to the caller.
         *
         *     Needs the scope `users:admin`.
         */
        get: operations["getUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change role, status or password of a user, or end their sessions
         * @description Changes the fields in the body and leaves the rest. A new password ends every session, key and linked login of the user and unlocks the account; disabling ends the sessions. A token keeps the scopes of its role until it expires, within the hour. NOT_FOUND means that the user does not exist or that the caller cannot manage it. CONFLICT means that the user is restricted because their erasure was requested, or was erased: register the address again in that case.
         *
         *     Needs the scope `users:admin`.
         */
        patch: operations["changeUser"];
        trace?: never;
    };
    "/admin/clients/{client_id}/service-accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A client's service accounts, the oldest first
         * @description The logins of the client's machines, including revoked and expired ones, without secrets. Changes appear within a
         *     second; `GET …/{service_account_id}` is always current.
         *
         *     - 400 INVALID_REQUEST: correct the parameter in `details`.
         *     - 404 NOT_FOUND: the client does not exist or is not yours to administer.
         *     - 503 SERVICE_UNAVAILABLE: the list is being built: repeat after `Retry-After` seconds.
         *
         *     Needs the scope `users:admin`.
         */
        get: operations["listServiceAccounts"];
        put?: never;
        /**
         * Create a service account for a machine
         * @description Creates a service account, which is active immediately. It logs in at `POST /api/auth/login` with `email` and, as `password`,
         *     `secret`. Its tokens have exactly the chosen scopes and the role `service_account`, and are refreshed like those of users.
         *     Only this response contains the secret: store it now. To replace a secret, create another account and revoke this one.
         *     60 logins a minute are admitted (then AUTH_004); wrong secrets lock nothing.
         *
         *     - 400 INVALID_REQUEST: correct the field in `details`.
         *     - 403 AUTH_003: with `details.scopes`, you may not grant these: omit them. With `details.required_scope`, ask an administrator.
         *     - 404 NOT_FOUND: the client does not exist or is not yours to administer.
         *     - 409 CONFLICT: the client has 50 active accounts: revoke one first.
         *     - 503 SERVICE_UNAVAILABLE: the account may have been created: read the list, and revoke the account whose secret you do not have.
         *
         *     Needs the scope `users:admin`.
         */
        post: operations["createServiceAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/clients/{client_id}/service-accounts/{service_account_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One service account
         * @description The current state, without the secret. 404 NOT_FOUND: the account does not exist, or its client is not yours to administer.
         *
         *     Needs the scope `users:admin`.
         */
        get: operations["getServiceAccount"];
        put?: never;
        post?: never;
        /**
         * Revoke a service account
         * @description Ends logins and refreshes immediately; access tokens are refused within 5 seconds. A revocation can't be undone, and
         *     a repeat changes nothing.
         *
         *     - 404 NOT_FOUND: the account does not exist, or its client is not yours to administer.
         *     - 503 SERVICE_UNAVAILABLE: the outcome is unknown: repeat the request.
         *
         *     Needs the scope `users:admin`.
         */
        delete: operations["revokeServiceAccount"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transactions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List transactions with their scores, newest first
         * @description Lists your client's transactions, newest first by their own time, page by page with a cursor. Filters are combined. Transactions of restricted and erased people are left out, so a page may have fewer than `limit`. INVALID_REQUEST means that a filter or the cursor is invalid.
         *
         *     Needs the scope `transaction:read`.
         */
        get: operations["listTransactions"];
        put?: never;
        /**
         * Record one transaction, or up to 1,000
         * @description Records transactions, so that they can be refunded: one as an object, or up to 1,000 as an array. A repeat with the same content counts as a duplicate and changes nothing, so the request can be repeated at any time. CONFLICT means that an id is recorded with different content, INVALID_REQUEST that a field is not valid; in both cases nothing was recorded, and `details` contain the position.
         *
         *     Needs the scope `transaction:write`.
         */
        post: operations["recordTransactions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/transactions/{transaction_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a transaction, its refundable amount and its refunds
         * @description Shows the recorded transaction, its refundable amount, and its newest refunds. It comes from the same data that decides refund requests: every answered request is in it, and a request for more than `refundable_amount` is refused with REFUND_007 or REFUND_008. `404` means that your client recorded no such transaction.
         *
         *     Needs the scope `transaction:read`.
         */
        get: operations["getTransaction"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/refund/request": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Request a refund of a transaction, or of part of it
         * @description Reserves the amount and records the refund. It is `pending` for a moment, in which it can be cancelled, then it goes to the payment network: follow it by webhooks or by reading it. Several refunds of one transaction may add up to its amount. Repeat the request with the same Idempotency-Key whenever its outcome is unknown; a refused request does not use up its key. After REFUND_002 record the transaction first; after REFUND_008 request at most `details.remaining`; after REFUND_009 wait and repeat; after IDEMPOTENCY_IN_PROGRESS read the refund in `details.refund_id`.
         *
         *     Needs the scope `refund:write`.
         */
        post: operations["requestRefund"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/refund/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List refunds, newest first
         * @description Lists your client's refunds page by page, newest first. The list is less than a second behind; read a single refund for its current state. Filters are combined; an unknown or invalid filter is refused with REFUND_001.
         *
         *     Needs the scope `refund:read`.
         */
        get: operations["listRefunds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/refund/{refund_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a refund
         * @description Reads the current state of a refund from its own history. Poll it at most every few seconds, or better subscribe an endpoint to `refund.*`. REFUND_003 means that your client has no such refund.
         *
         *     Needs the scope `refund:read`.
         */
        get: operations["getRefund"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/refund/{refund_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a refund that is still pending
         * @description Cancels a refund that is still `pending`; its reserved amount is free again and nothing is paid. REFUND_006 means that it is already cancelled, or that the payment network has it: then wait for its outcome or have it voided.
         *
         *     Needs the scope `refund:write`.
         */
        post: operations["cancelRefund"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/refund/{refund_id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retry a failed refund
         * @description Pays a `failed` refund again, to the same account or to a corrected one of the same beneficiary. The amount is reserved again, because the failure released it: REFUND_007 and REFUND_008 mean that other refunds have used it since. REFUND_006 means that the refund is not failed, that it was retried five times already, or that the payment network has since reported that it paid. After REFUND_009 wait and repeat.
         *
         *     Needs the scope `refund:write`.
         */
        post: operations["retryRefund"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/refund/{refund_id}/void": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Void a refund; money that moved is reversed
         * @description Voids a refund in any status but cancelled. One that was not paid is never paid; one that was paid is reversed: `reversal_status` is the progress, and `refund.voided` is sent at each change. REFUND_006 means that the refund is cancelled or already voided. AUTH_003 with a reason means that its creator must not void it.
         *
         *     Needs the scope `refund:void`.
         */
        post: operations["voidRefund"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/refund/statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count refunds by status, with amounts and the time to completion
         * @description Counts, for each step, how often refunds of your client entered a status, by the time when they entered it, with the sum of their amounts in each currency, and how long completed refunds took since their request. Steps are whole hours, days or months in UTC. The answer is less than a second behind. It also counts refunds of people whose data are restricted or erased. INVALID_REQUEST means that a parameter is missing or wrong, that `since` is not before `until`, or that there are more than 1,000 steps.
         *
         *     Needs the scope `refund:read`.
         */
        get: operations["getRefundStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reconciliation/flags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List discrepancies with the payment network, newest first
         * @description Lists the flags of your client page by page; open ones by default. `GET /audit/reconciliations/{flag_id}` shows why a flag was resolved.
         *
         *     Needs the scope `refund:read`.
         */
        get: operations["listReconciliationFlags"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reconciliation/flags/{flag_id}/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resolve a flag
         * @description Records what was found out and done about a discrepancy; it moves no money. The flag stays in the audit, with the person who resolved it and the reason, and no later statement with the same discrepancy raises it again. CONFLICT means that it was resolved for another reason.
         *
         *     Needs the scope `refund:reconcile`.
         */
        post: operations["resolveReconciliationFlag"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reconciliation/sandbox-statement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The statement of the sandbox network
         * @description Streams what the sandbox network paid, rejected and reversed for your client within a period, in the format of `POST /reconciliation/statements`. Only where the sandbox pays.
         *
         *     Needs the scope `refund:reconcile`.
         */
        get: operations["getSandboxStatement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/fraud/score/realtime": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Score a transaction in real time
         * @description Scores one transaction from the data known about its user, merchant and device at its own time, and records transaction and score before it responds. A repeated request returns the recorded score with `Idempotent-Replayed: true` and counts nothing twice: repeat it whenever its result is unknown, as after SERVICE_UNAVAILABLE, which comes after 5 s. CONFLICT: the id is recorded with other content. A transaction more than 30 days older than the newest of its user is scored and counts in no window; a transaction more than 5 minutes in the future is refused.
         *
         *     Needs the scope `fraud:score`.
         */
        post: operations["scoreTransaction"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/fraud/decisions/{transaction_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Explain the score of a transaction
         * @description Reads the record of a score: features, contribution of each group of features, rules, lists and thresholds. NOT_FOUND: your client has no such transaction, or it was never scored.
         *
         *     Needs the scope `fraud:review`.
         */
        get: operations["getFraudDecision"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/fraud/score": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The scores of up to 1,000 recorded transactions
         * @description Returns the scores of transactions that your client has recorded, newest first, page by page: send `next_cursor` as `pagination.cursor` with the same filters and options until `has_more` is false. A transaction that was scored in real time has its recorded score. A transaction that was only recorded is scored as of the time of its recording, from the history of its user and the data known at its time, with the present model, rules and lists. Nothing is recorded, and no alert is opened. NOT_FOUND: no transaction of your client has that user or account. FRAUD_003: your client has no such transaction. `details` name them. An unknown field is refused, because a misspelt filter would select every transaction.
         *
         *     Needs the scope `fraud:score`.
         */
        post: operations["scoreBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/fraud/outcomes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report the outcomes of up to 1,000 transactions
         * @description Records outcomes of transactions: one as an object, or up to 1,000 as an array. Scores of transactions made at `reported_at` or later use them; existing scores never change. Of several outcomes of a transaction, the one with the newest `reported_at` is valid, of equal times the last. A repeated outcome counts as a duplicate and changes nothing, so the request can be repeated at any time. FRAUD_003: transactions are unknown; `details.transaction_ids` names all of them. INVALID_REQUEST: a field is invalid. In both cases nothing was recorded, and `details` name the fields.
         *
         *     Needs the scope `fraud:score`.
         */
        post: operations["reportFraudOutcomes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/fraud/lists": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List entries of the allow and block lists
         * @description Entries of your client's lists that have not expired, newest first.
         *
         *     Needs the scope `fraud:review`.
         */
        get: operations["listFraudLists"];
        put?: never;
        /**
         * Add an entry to a list
         * @description Adds an entry that overrides the model and the rules in all later scores. CONFLICT: the value is already on the list; `details.entry_id` names the entry.
         *
         *     Needs the scope `fraud:admin`.
         */
        post: operations["addFraudListEntry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/fraud/lists/{entry_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove an entry from a list
         * @description Removes the entry for all later scores. Earlier scores keep it in their record. The audit has the reason, which may be left out with the body.
         *
         *     Needs the scope `fraud:admin`.
         */
        delete: operations["removeFraudListEntry"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/fraud/policy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the fraud policy
         * @description Your client's alert thresholds and recommendations, without the service's defaults.
         *
         *     Needs the scope `fraud:review`.
         */
        get: operations["getFraudPolicy"];
        /**
         * Set the fraud policy
         * @description Replaces the whole policy. Later scores use it and record its version. With `version`, CONFLICT: another policy has been set since. `set_at` and `set_by` are ignored, so that a policy from a response can be changed and sent back; any other unknown field is refused, because a misspelt one would set the service’s default.
         *
         *     Needs the scope `fraud:admin`.
         */
        put: operations["setFraudPolicy"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/fraud/models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List models and their results
         * @description Lists the models of the responding process: the release's model, those in the folder FRAUD_MODELS, and live or shadow models without a file there.
         *
         *     Needs the scope `fraud:admin`. Only administrators of the platform's own client may do this, others get AUTH_003.
         */
        get: operations["listFraudModels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/fraud/models/{version}/promote": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Promote a model
         * @description Makes a model the live one: at once in the responding process, within two seconds in others. The previous model becomes available. CONFLICT: the model is retired (put it in the shadow first), its file cannot score, or its file differs from the known one of this version.
         *
         *     Needs the scope `fraud:admin`. Only administrators of the platform's own client may do this, others get AUTH_003.
         */
        post: operations["promoteFraudModel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/fraud/models/{version}/shadow": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Put a model in the shadow
         * @description Lets a model score in the shadow of the live one and replaces the present shadow model. Its scores are recorded and never returned. CONFLICT: the model is live, its file cannot score, or its file differs from the known one of this version.
         *
         *     Needs the scope `fraud:admin`. Only administrators of the platform's own client may do this, others get AUTH_003.
         */
        post: operations["shadowFraudModel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/fraud/models/{version}/retire": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retire a model
         * @description Takes a model out of the shadow and protects it from being promoted by mistake. CONFLICT: the model is live; promote another first.
         *
         *     Needs the scope `fraud:admin`. Only administrators of the platform's own client may do this, others get AUTH_003.
         */
        post: operations["retireFraudModel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/fraud/alerts/statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count fraud alerts by status, level and outcome, with the time to resolution
         * @description Counts, for each step, how often alerts of your client entered a status, by the time when they entered it, with their level at that time and the outcome of resolutions, and how long it took from the opening to each resolution. Steps are whole hours, days or months in UTC. The answer is less than a second behind. It also counts alerts of people whose data are restricted or erased. INVALID_REQUEST means that a parameter is missing or wrong, that `since` is not before `until`, or that there are more than 1,000 steps.
         *
         *     Needs the scope `fraud:review`.
         */
        get: operations["getFraudAlertStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/fraud/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The queue of fraud alerts
         * @description Lists your client's alerts page by page: by default the unresolved ones, newest first. Filters are combined; an unknown or invalid filter is refused. A cursor is valid only with the filters and sort of its list.
         *
         *     Needs the scope `fraud:review`.
         */
        get: operations["listFraudAlerts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/fraud/alerts/{alert_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One fraud alert
         * @description Reads the present state of an alert from its own events, with the refunds that name it in `alert_id`. NOT_FOUND: your client has no such alert.
         *
         *     Needs the scope `fraud:review`.
         */
        get: operations["getFraudAlert"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/fraud/alerts/{alert_id}/assign": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Assign an alert
         * @description Sets or removes the assignee of an alert. Without a body, the assignee is the user of the token. Repeating the request changes nothing. CONFLICT: the alert is resolved, or `expected_assigned_to` is no longer its assignee; `details.assigned_to` contains the present one. An unknown field is refused, because a misspelt one would replace any assignee.
         *
         *     Needs the scope `fraud:review`.
         */
        post: operations["assignFraudAlert"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/fraud/alerts/{alert_id}/escalate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Escalate an alert
         * @description Escalates an alert and sends `fraud.escalated`. Repeating the request changes nothing. CONFLICT: the alert is already escalated or resolved; `details.status` contains its status.
         *
         *     Needs the scope `fraud:review`.
         */
        post: operations["escalateFraudAlert"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/fraud/alerts/{alert_id}/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resolve an alert
         * @description Closes an alert with an outcome and a note, and sends `fraud.resolved`. It moves no money. Repeating the request changes nothing. CONFLICT: the alert is resolved with another outcome or note; reopen it first.
         *
         *     Needs the scope `fraud:review`.
         */
        post: operations["resolveFraudAlert"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/fraud/alerts/{alert_id}/reopen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reopen a resolved alert
         * @description Withdraws the resolution: the alert returns to the queue with its assignee. Repeating the request changes nothing. CONFLICT: the alert is not resolved.
         *
         *     Needs the scope `fraud:review`.
         */
        post: operations["reopenFraudAlert"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sms/analyze": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Analyse a message
         * @description Analyses one message and records the analysis before it responds. A request with the same `message_id`, `device_id` and text within 24 hours returns the recorded analysis with `Idempotent-Replayed: true` and is not charged; with another text it is refused with CONFLICT. The `X-RateLimit` headers contain the quota of the calendar month, in which each message counts once. RATE_LIMIT_EXCEEDED with `details.quota` means that the quota is used up. A consumer can only analyse its own messages.
         *
         *     Needs the scope `sms:analyze`.
         */
        post: operations["analyzeSms"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sms/analyze/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Analyse up to 100 messages
         * @description Analyses each message on its own. An invalid message fails alone. A message that was analysed within 24 hours gets the recorded analysis. Only new messages are charged. If the quota of the month does not cover them, the request is refused as a whole and nothing is charged.
         *
         *     Needs the scope `sms:analyze`.
         */
        post: operations["analyzeSmsBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sms/analyses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List analyses, the newest first
         * @description Lists your client's analyses page by page, without the messages; a consumer sees only its own. Filters are combined; an unknown or invalid filter is refused. A cursor is valid only with the filters of its page.
         *
         *     Needs the scope `sms:analyze`.
         */
        get: operations["listSmsAnalyses"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sms/analyses/{analysis_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an analysis with its message
         * @description Returns an analysis in its present state. The message and all quotes of it are included until the retention time ends or the person is erased. NOT_FOUND means that your client has no such analysis, or that it belongs to another user than the consumer.
         *
         *     Needs the scope `sms:analyze`.
         */
        get: operations["getSmsAnalysis"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sms/analyses/{analysis_id}/feedback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report what a message was
         * @description Records the true class of the message, with which later models are trained. The last verdict counts; the same verdict again changes nothing. The analysis stays as it was.
         *
         *     Needs the scope `sms:analyze`.
         */
        post: operations["giveSmsFeedback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/detections/darkweb": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record leaks, one or up to 100
         * @description Records leaks that a module around the service found: one as an object, or up to 100 as an array. Each becomes a `darkweb.leak_detected` event. The same `id` with the same content counts as a duplicate and changes nothing, so the request can be repeated at any time. CONFLICT means that an id is recorded with other content, INVALID_REQUEST that the person is restricted; if any detection is refused, nothing is recorded, and `details` contain the position.
         *
         *     Needs the scope `detection:write`.
         */
        post: operations["recordDarkwebLeaks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/detections/email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record phishing e-mails, one or up to 100
         * @description Records phishing e-mails that a module around the service found: one as an object, or up to 100 as an array. Each becomes a `phishing.email_detected` event. The same `id` with the same content counts as a duplicate and changes nothing, so the request can be repeated at any time. CONFLICT means that an id is recorded with other content, INVALID_REQUEST that the person is restricted; if any detection is refused, nothing is recorded, and `details` contain the position.
         *
         *     Needs the scope `detection:write`.
         */
        post: operations["recordPhishingEmails"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/detections/url": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record malicious URLs, one or up to 100
         * @description Records malicious URLs that a module around the service found: one as an object, or up to 100 as an array. Each becomes a `url.malicious_detected` event. The same `id` with the same content counts as a duplicate and changes nothing, so the request can be repeated at any time. CONFLICT means that an id is recorded with other content, INVALID_REQUEST that the person is restricted; if any detection is refused, nothing is recorded, and `details` contain the position.
         *
         *     Needs the scope `detection:write`.
         */
        post: operations["recordMaliciousUrls"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/detections/spam-call": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record blocked calls, one or up to 100
         * @description Records blocked calls that a module around the service found: one as an object, or up to 100 as an array. Each becomes a `spam.call_blocked` event. The same `id` with the same content counts as a duplicate and changes nothing, so the request can be repeated at any time. CONFLICT means that an id is recorded with other content, INVALID_REQUEST that the person is restricted; if any detection is refused, nothing is recorded, and `details` contain the position.
         *
         *     Needs the scope `detection:write`.
         */
        post: operations["recordSpamCalls"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/detections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List detections, the latest detected first
         * @description Lists your client's detections page by page, without their content. Filters are combined; an unknown or invalid filter is refused. A cursor is valid only with the filters of its page.
         *
         *     Needs the scope `detection:read`.
         */
        get: operations["listDetections"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/detections/{detection_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a detection with its content
         * @description Returns a detection. The content is included until the retention time ends or the person is erased. NOT_FOUND means that your client has no such detection.
         *
         *     Needs the scope `detection:read`.
         */
        get: operations["getDetection"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/vpn/servers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List servers
         * @description Lists all servers with their load, and marks the recommended ones: the least used that are online. The load is behind by less than a second.
         *
         *     Needs the scope `vpn:use`.
         */
        get: operations["listVpnServers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/vpn/connect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open a session of a device on a server
         * @description Takes one of the user's two slots and one of the server's, and responds with credentials and the configuration of an OpenVPN client. The password is returned once: a device that lost the response gets VPN_006 with `details.session_id`, ends that session and connects again. A session needs heartbeats: the first within 120 seconds, then one every 30 seconds. VPN_001 names the user's sessions in `details.active_sessions`, and in `Retry-After` when the first of them ends without a heartbeat; VPN_002 names other servers in `details.alternatives`. CONFLICT means that the session was revoked while it was opened. Where the server's `routing` is `full`, no packet of the device leaves outside the tunnel while its OpenVPN runs, even while the server is down. The platform's kill switch must stop packets before and after that, and those that routes of a hostile network attract: on iOS and macOS `includeAllNetworks`, `enforceRoutes` and an on-demand rule; on Android always-on VPN with "Block connections without VPN" (check `isLockdownEnabled()`); on Windows filters of the Windows Filtering Platform, on Linux an nftables `output` chain that drops, both of which allow only the server's address and port and the tunnel's device.
         *
         *     Needs the scope `vpn:use`.
         */
        post: operations["connectVpn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/vpn/disconnect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End a session
         * @description Ends a session; its slots are free when the response arrives. VPN_005 means that the session is over, or another user's.
         *
         *     Needs the scope `vpn:use`.
         */
        post: operations["disconnectVpn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/vpn/heartbeat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Keep a session open
         * @description Extends the session to three times 30 seconds from now, at most until its credentials end; repeating it is harmless. It does not count against the client's plan. VPN_007 means that it came too late: the session is over, connect again. After a minute and a half that becomes VPN_005, as for every session that is over.
         *
         *     Needs the scope `vpn:use`.
         */
        post: operations["heartbeatVpn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/vpn/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List open sessions
         * @description Lists the caller's own open sessions, with the scope `vpn:use:any` those of all users of the client, as of this moment.
         *
         *     Needs the scope `vpn:use`.
         */
        get: operations["listVpnSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/vpn/sessions/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List all sessions
         * @description Lists the caller's own sessions, with the scope `vpn:use:any` those of all users of the client, open or over, newest first. The list is behind by less than a second.
         *
         *     Needs the scope `vpn:use`.
         */
        get: operations["listVpnHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/vpn/sessions/{session_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a session
         * @description Returns a session in its present state, open or over. NOT_FOUND means that there is none with this id, or that it is another user's and the caller does not have the scope `vpn:use:any`.
         *
         *     Needs the scope `vpn:use`.
         */
        get: operations["getVpnSession"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/vpn/sessions/{session_id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End another user's session
         * @description Ends a session of any user of the client, of any client for administrators of the platform's own; its slots are free when the response arrives. VPN_005 means that there is none, or that it is over.
         *
         *     Needs the scope `vpn:admin`.
         */
        post: operations["revokeVpnSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/vpn/check-network": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Assess a network
         * @description Assesses the network of a device from the device's observations, which are not stored. Suspicious are a certificate that is not the site's, two machines that answer for the gateway, a resolver that is neither the network's own nor a known public one, and a name made to look like another.
         *
         *     Needs the scope `vpn:use`.
         */
        post: operations["checkNetwork"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/vpn/servers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register a server
         * @description Registers a server, which devices may connect to at once. CONFLICT means that a server ever had this number.
         *
         *     Needs the scope `vpn:admin`. Only administrators of the platform's own client may do this, others get AUTH_003.
         */
        post: operations["registerVpnServer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/vpn/servers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a server, or take it out of service
         * @description Changes the given fields; open sessions stay as they are. A server takes no new sessions in maintenance, or when its capacity is below its taken slots. Retired is final: CONFLICT then.
         *
         *     Needs the scope `vpn:admin`. Only administrators of the platform's own client may do this, others get AUTH_003.
         */
        patch: operations["changeVpnServer"];
        trace?: never;
    };
    "/admin/vpn/servers/{id}/agents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a login for a server's agent
         * @description Creates a login for `npm run vpn-agent` on the machine of this server: it sees and changes the sessions of this server, of every client, and nothing else. Only this response contains the secret. The login is listed and revoked among the service accounts of the platform's own client; if the secret is lost, create another and revoke this one. CONFLICT means that the maximum number of service accounts exists.
         *
         *     Needs the scope `vpn:admin`. Only administrators of the platform's own client may do this, others get AUTH_003.
         */
        post: operations["createVpnAgent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/vpn/servers/{id}/agent/admit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check whether a client may have a tunnel
         * @description Called by the server's agent when a client connects, and at each renewal of its keys. VPN_005 means that it may not: the password is wrong, or the session is over, unknown, or of another server. VPN_004 means that the caller is not the agent of this server.
         *
         *     Needs the scope `vpn:agent`.
         */
        post: operations["admitVpnTunnel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/vpn/servers/{id}/agent/report": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report tunnels
         * @description Reports which tunnels of the server are up, which makes their sessions connected, and their traffic. It neither extends a session nor ends it with its tunnel: only the device's heartbeats do. Repeating it changes nothing. VPN_004 means that the caller is not the agent of this server.
         *
         *     Needs the scope `vpn:agent`.
         */
        post: operations["reportVpnTunnels"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/vpn/servers/{id}/agent/watch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Wait until a session ends
         * @description Responds as soon as one of the sessions is over, immediately if one is already, and with an empty list after 4 seconds: then call it again. VPN_004 means that the caller is not the agent of this server.
         *
         *     Needs the scope `vpn:agent`.
         */
        post: operations["watchVpnSessions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notifications/devices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A user's devices
         * @description Lists the devices of one user, without their tokens. The list of an unknown user is empty. A consumer sees its own devices.
         *
         *     Needs the scope `notify:read`.
         */
        get: operations["listPushDevices"];
        put?: never;
        /**
         * Register a device
         * @description Registers a device of a user for notifications; an app does so at each start. A device has one registration: a later one replaces its user and token. A token has one device: registering it with another device makes the former one inactive. Repeating a registration changes nothing. A consumer registers its own devices. CONFLICT on `device_id` means that the device belongs to another user and that the token is not its present one, which would prove that the consumer has the device. SMS analyses of a device belong to its user once a caller other than a consumer has registered it.
         *
         *     Needs the scope `notify:register`.
         */
        post: operations["registerPushDevice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notifications/devices/{registration_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Unregister a device
         * @description The device gets no more notifications until it is registered again. Its token is released before the response. NOTIF_002 means that the device is not registered, or belongs to another user.
         *
         *     Needs the scope `notify:register`.
         */
        delete: operations["unregisterPushDevice"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notifications/send": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a notification
         * @description Queues a notification for the device of the user that was seen last, or for all devices. It is sent after the response, so that an outage of a push network delays it. Repeat the request with the same Idempotency-Key when its outcome is unknown. Without a key, requests with the same `data.alert_id`, category and user within 60 seconds are the same notification. NOTIF_002 means that no device of the user is reachable, NOTIF_004 that the user is unknown, NOTIF_007 that the client sent too many requests or the user has had 60 notifications in this minute, NOTIF_008 that none of the networks of the devices is available. A refused request queues nothing and does not use up its key. IDEMPOTENCY_KEY_REUSED means that the key belongs to another request, or that its notification was deleted by retention or with its user: use another key.
         *
         *     Needs the scope `notify:send`.
         */
        post: operations["sendNotification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notifications/history": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List notifications of a user
         * @description Lists the notifications of one user, the newest first, with the total and unread counts. The list of an unknown user is empty. A notification that is sent while you page moves the others back by one. A consumer sees its own notifications.
         *
         *     Needs the scope `notify:read`.
         */
        get: operations["listNotifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notifications/{notification_id}/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mark a notification as read
         * @description Marks a notification as read; repeating it changes nothing. NOTIF_003 means that the notification does not exist, or belongs to another user.
         *
         *     Needs the scope `notify:register`.
         */
        post: operations["markNotificationRead"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notifications/read-all": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mark all notifications of a user as read
         * @description Marks all notifications up to now as read, at most the oldest 1,000: repeat it while `unread_count` is not 0. A consumer needs no body; every other caller names the user.
         *
         *     Needs the scope `notify:register`.
         */
        post: operations["markAllNotificationsRead"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notifications/preferences": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the notification preferences
         * @description Returns which events the service notifies your users of by itself, and the quiet hours.
         *
         *     Needs the scope `notify:read`. Only for the roles `integrator`, `admin`; any other caller gets AUTH_003.
         */
        get: operations["getNotificationPreferences"];
        /**
         * Set the notification preferences
         * @description Replaces all preferences: categories that are left out are on, and without `quiet_hours` nothing is held back. Quiet hours hold back notifications of normal and low priority, also those that you send. They are sent at the end of the quiet hours, when their time to live begins; of several with the same collapse id only the newest. Notifications that are already queued are not affected. CONFLICT: the preferences were changed after `expected_updated_at`; `details.updated_at` contains the time of the last change. `updated_at` is ignored, so that preferences from a response can be changed and sent back; any other unknown field is refused.
         *
         *     Needs the scope `notify:read`. Only for the roles `integrator`, `admin`; any other caller gets AUTH_003.
         */
        put: operations["setNotificationPreferences"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your endpoints
         * @description Lists all endpoints of your client, newest first, without their secrets. The list includes your latest changes.
         *
         *     Needs the scope `webhooks:manage`.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Register an endpoint; its secret is shown once
         * @description Registers an HTTPS address for events from now on, and returns the secret that signs deliveries: store it, it is never shown again. INVALID_REQUEST also means that the address is not public. CONFLICT means that your client has 100 endpoints, which is the maximum.
         *
         *     Needs the scope `webhooks:manage`.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count deliveries by outcome, with the time from event to response
         * @description Counts, for each step, how many deliveries succeeded at the first attempt, succeeded later, were given up, or began to wait for a second attempt, by the time of the attempt, and how long it took from the event to the response that accepted it; for all endpoints of your client, or for the one in `webhook_id`. Test events do not count. Steps are whole hours, days or months in UTC. Counts are kept for 400 days, also those of deleted endpoints. NOT_FOUND means that your client never had such an endpoint. INVALID_REQUEST means that a parameter is missing or wrong, that `since` is not before `until`, or that there are more than 1,000 steps.
         *
         *     Needs the scope `webhooks:manage`.
         */
        get: operations["getWebhookStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhook_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an endpoint
         * @description Reads the present state of an endpoint, without its secret. NOT_FOUND means that your client has no such endpoint, or has deleted it.
         *
         *     Needs the scope `webhooks:manage`.
         */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete an endpoint and cancel its pending deliveries
         * @description Deletes the endpoint and cancels its pending deliveries. A request in progress may still arrive. Deleting it again is NOT_FOUND.
         *
         *     Needs the scope `webhooks:manage`.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Change, enable or disable an endpoint
         * @description Changes the fields in the body; the next delivery uses them. `status` disables the endpoint or enables it again: while it is disabled, attempts fail without a request, and a recovery sends the failed deliveries again. Only a rotation changes the secret.
         *
         *     Needs the scope `webhooks:manage`.
         */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/webhooks/{webhook_id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the secret of an endpoint
         * @description Generates a new secret and returns it: store it, it is never shown again. It signs deliveries from now on; each earlier secret also signs for 24 hours after its replacement, so that receivers can be changed one after the other. CONFLICT means that two rotations met, or that five secrets are valid, which is the maximum; `details.until` is when the oldest one expires.
         *
         *     Needs the scope `webhooks:manage`.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhook_id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a sample event of a type, without real data
         * @description Queues a sample event of any type for this endpoint, subscribed to it or not, with `metadata.test_mode` true. It is signed, sent and retried like any other event, but its failures do not count against the endpoint. Read the delivery to see its outcome.
         *
         *     Needs the scope `webhooks:manage`.
         */
        post: operations["sendTestEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhook_id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries, newest first
         * @description Lists the endpoint’s deliveries, sent and pending, newest first, page by page with a cursor. A delivery is listed as soon as the request that caused it is answered. Deliveries are kept for 30 days. INVALID_REQUEST means that a filter or the cursor is invalid.
         *
         *     Needs the scope `webhooks:manage`.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{event_id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the deliveries of an event at all endpoints
         * @description Lists where an event was sent, or will be: its deliveries at all your endpoints, deleted ones too, newest first. The list is empty where no endpoint subscribed to it, and after 30 days. NOT_FOUND means that there is no such event, or that it is another client’s. An event about a restricted person also needs the scope `audit:read`. INVALID_REQUEST means that the cursor is invalid.
         *
         *     Needs the scope `webhooks:manage`.
         */
        get: operations["listEventDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhook_id}/deliveries/{delivery_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a delivery with its attempts
         * @description Reads a delivery with every attempt: its time, its duration and the endpoint’s response. NOT_FOUND means that the endpoint has no such delivery, or that it is older than 30 days. A delivery about a restricted person also needs the scope `audit:read`.
         *
         *     Needs the scope `webhooks:manage`.
         */
        get: operations["getDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhook_id}/deliveries/{delivery_id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a delivery once more, now
         * @description Makes one more attempt now, whatever the delivery’s status, and returns the delivery, which is pending until the attempt is over. The attempt does not count in the schedule: when it fails, a pending delivery keeps its next attempt, a failed one stays failed, and a succeeded one stays succeeded. An attempt in progress is not interrupted. A delivery about a restricted person also needs the scope `audit:read`.
         *
         *     Needs the scope `webhooks:manage`.
         */
        post: operations["retryDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhook_id}/recover": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send again failed deliveries, events that were never queued, or all events of a time range
         * @description Sends again what the endpoint missed in a time range, after an outage of yours: deliveries that used up their attempts, or events that were never queued for it, for example because it was not registered yet. They are queued step by step; read the recovery to see its progress. Receivers drop repeats by event id. With `mode: replay` all events of the endpoint’s types are sent again, delivered or not, also those older than 30 days: for a receiver that was restored from a backup, or a new one that starts with history. Each object’s events arrive in their original order, the next one after the previous one was accepted or given up; deliveries have `metadata.replay`; a few dozen are queued at a time, so that new events do not wait behind history. A replay to a disabled endpoint waits until the endpoint is enabled. Events about restricted people are left out. INVALID_REQUEST means that `since` is not before `until`.
         *
         *     Needs the scope `webhooks:manage`.
         */
        post: operations["recoverDeliveries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhook_id}/recover/{recovery_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the progress of a recovery
         * @description Reads how many deliveries of a recovery are queued, and whether all are. NOT_FOUND means that the endpoint has no such recovery.
         *
         *     Needs the scope `webhooks:manage`.
         */
        get: operations["getRecovery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events, newest first, whether or not an endpoint subscribes to them
         * @description Lists the events that your endpoints got, or would have got with a subscription: use it to find what a receiver missed. An event is listed as soon as the request that caused it is answered. Events are never dropped.
         *
         *     Pages go by cursor: new events cause no duplicates and no gaps. An event may be listed some seconds after its `created_at`, so begin each time window one minute before the end of the last one, and drop repeats by `id`.
         *
         *     Test events of `POST /webhooks/{webhook_id}/test` are not listed. `400` names the invalid filter or `cursor`; `503` means that the list is being built: repeat after `Retry-After`.
         *
         *     Needs the scope `events:read`.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/{event_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One event, as it was delivered
         * @description Shows one event with the `data` of its deliveries. `404` means that there is no such event, or that it is a test event or another client’s event.
         *
         *     Needs the scope `events:read`.
         */
        get: operations["getEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Events as they happen, as server-sent events
         * @description Streams the events of your client, each as in `GET /events`, in order, as soon as it is stored. Read it with `fetch`: an `EventSource` can’t send a token. Each message has an `id`; a message without `data` only moves it. After a lost connection send the last `id` as `Last-Event-ID`, to any process of the service: no event is missing and none comes twice.
         *
         *     A message `event: reset` means that the stream can’t continue after your `id`: it is of another or restored log or of another client (`unknown`, or `behind`), or more than 1,000 of your events, 10,000 events of all kinds, or an hour behind (`behind`). Read your lists then; the stream goes on from the `id` of that message.
         *
         *     A heartbeat comes every 15 s: without one for 45 s, reconnect. The stream ends with its access token, within 5 s of the end of the session or of the right to read events, and when a process stops: reconnect after `retry` milliseconds, with a new token where that is needed. A reader that does not read is cut off. At most 100 streams per client and process are open: for one more, `429` names in `Retry-After` when to try again.
         *
         *     Events of persons whose erasure was requested are left out, as in `GET /events`.
         *
         *     Needs the scope `events:read`.
         */
        get: operations["streamEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit/refunds/{refund_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a refund was at any time, its history, and its hash chain verified
         * @description Reads all events of a refund with actor, reason and request, and the refund before and after each event, and recomputes the hash chain from the event store: `chain.intact` is whether the history is unchanged. Names and account numbers are left out, and all other data of an erased person are `[erased]`.
         *
         *     `as_of` requests the record at a time. The response contains only events up to that time, so it is always the same; only for a very recent time may an event still be missing. Before its first event a record has no `state`. `revision` requests the record right after one event, which is exact where several have the same time; an unknown revision is NOT_FOUND. The chain is always that of the whole record.
         *
         *     Every read is recorded before the response, once for each person in it, with the caller and the parameters; `GET /audit/search?object=…` finds it. A read that can not be recorded fails. REFUND_003 means that there is no such refund, or that it belongs to another client.
         *
         *     Needs the scope `audit:read`.
         */
        get: operations["getRefundHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit/{family}/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What any record was at any time, its history, and its hash chain verified
         * @description Like `GET /audit/refunds/{refund_id}`, for every record with a history. The id of a transaction is your own, that of a service account is its client’s, and that of a read of the audit is the `read_id` of its response.
         *
         *     `as_of` and `revision` request the record at a time or right after one event, and every read is recorded, as there. NOT_FOUND means that there is no such record or kind of records, or that it belongs to another client.
         *
         *     Needs the scope `audit:read`.
         */
        get: operations["getAuditRecord"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Search the events of all records, newest first
         * @description Finds events of all records of your client by actor, request, person, record, type and time; filters are combined. Reads of the audit are events too. With `audit:read:any` it finds events of all clients, or of `client_id`.
         *
         *     Pages go by cursor: new events cause no duplicates and no gaps. The search, its caller and its filters are recorded before the response.
         *
         *     `400` names the invalid filter; `503` means that the history is being built: repeat after `Retry-After`. NOT_FOUND means that you have no access to `client_id`.
         *
         *     Needs the scope `audit:read`.
         */
        get: operations["searchAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export events with a signed manifest
         * @description Streams the selected events in the order in which they were recorded, with all fields that are needed to compute their hashes again; sealed data stay sealed. Events of restricted people are left out. The data of erased people are left out and listed in `redacted`: the events’ places in the chain can still be verified. The last line is the manifest: counts, digests and the signature. A file without it is incomplete: request it again.
         *
         *     Exports the events of your client, with `audit:read:any` those of all clients or of `client_id`. While the log is read up to the first selected event, nothing is sent. `POST /audit/verify`, `npm run audit -- verify` and the program in `src/modules/audit/README.md` check such a file.
         *
         *     The export is recorded in the audit before it begins. A process runs two exports of a client at a time; further ones are RATE_LIMIT_EXCEEDED. NOT_FOUND means that you have no access to `client_id`.
         *
         *     Needs the scope `audit:read`.
         */
        get: operations["exportAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit/{family}/{id}/proof": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Proof that a signed checkpoint covers a record
         * @description While there are new events, a checkpoint is signed every minute: a Merkle tree head over the last events of all streams, with copies outside of the event store. The response leads from the record to the newest checkpoint.
         *
         *     To verify it: the leaf is SHA-256 over a zero byte and `{"hash":…,"revision":…,"stream":…}` with the values of the response, without spaces; with `leaf`, `path` and `checkpoint.streams` it leads to `checkpoint.head` as in RFC 9162, section 2.1.3.2; verify the signature with the key `checkpoint.key_id` of `/.well-known/jwks.json`, over the RFC 8785 form of the checkpoint without `signature`. `npm run audit -- verify-proof FILE` does all of this. `hash` is the `hash` of the event at `revision` in the history.
         *
         *     503 means that no checkpoint covers the record yet; repeat after `Retry-After`. Every read is recorded before the response.
         *
         *     Needs the scope `audit:read`.
         */
        get: operations["getAuditProof"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The last checkpoint, and whether the event store was found whole
         * @description Shows the last signed checkpoint, how many events it does not cover yet, and the result of the last `npm run audit -- watch`, which compares the whole event store with all checkpoints. This is about the installation, not about your client. It contains no record, so reading it is not recorded.
         *
         *     Needs the scope `audit:read`.
         */
        get: operations["getAuditStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/subjects/{user_id}/erase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Erase all data of a person
         * @description Requests the erasure of a beneficiary of your client, or of a user of this service. The response takes a second, until every process knows of the request, and shows the progress; read it again to see the rest. From then on the person is restricted: not listed, not exported, readable only with the scope `audit:read`, and a new refund or a retry gets REFUND_010. Refunds in progress end first, so that no money is lost on its way.
         *
         *     Under a duty to retain, the data are kept for `RETENTION_YEARS` after the last refund closed. Otherwise the keys that encrypt the data of the person are deleted, and read models show `[erased]`; within a minute the data cannot be decrypted any more. Histories and their hashes stay complete.
         *
         *     A repeat changes nothing, with two exceptions: a duty to retain postpones an erasure that has not begun, and data recorded after an erasure are erased too. `404` means that the service has no data of the person.
         *
         *     Needs the scope `subjects:erase`.
         */
        post: operations["eraseSubject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/subjects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the erasures that are under way
         * @description Lists the erasures of your client's people and users that were requested and are not done, the newest request first, page by page with a cursor. Erasures that are done are not listed. An erasure that ends while the list is read is left out, so a page may have fewer than `limit`.
         *
         *     Needs the scope `subjects:erase`.
         */
        get: operations["listErasures"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/subjects/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The erasure status of a person
         * @description Reads whether the erasure of a person was requested, why and by whom, and its progress. `404` means that the service has and had no data of the person.
         *
         *     Needs the scope `subjects:erase`.
         */
        get: operations["getSubject"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/subjects/{user_id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export all data of a person
         * @description Returns all data of a person, page by page: each refund, transaction, session and so on with all that was recorded, decrypted. Full account numbers and password hashes are never included. A restricted person also requires the scope `audit:read`. Erased data read `[erased]`.
         *
         *     Needs the scope `subjects:erase`.
         */
        get: operations["exportSubject"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Settings of this service
         * @description Shows how this service is set up, the same for all clients: its environment, rules for refunds, how long data are kept, and what is configured. It has no addresses of other systems and no secrets. Consumers and machines are refused.
         *
         *     Needs an access token of a user, of any scope; a service account gets AUTH_003. Only for the roles `operator`, `admin`, `auditor`, `integrator`; any other caller gets AUTH_003.
         */
        get: operations["getSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Subscriptions, queues and what waits for an operator
         * @description Shows the work of all processes as they left it in PostgreSQL: subscriptions with position, lag and leader, queues with the age of what is due, parked events and refused messages. `GET /health/ready` shows the process that answers.
         *
         *     Needs the scope `users:admin`. Only administrators of the platform's own client may do this, others get AUTH_003.
         */
        get: operations["getInstallationStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reconciliation/statements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Compare a statement of the payment network with the refunds
         * @description Takes a statement of any size, as newline-delimited JSON or CSV, and compares it with the recorded refunds of your client, in both directions. Fields of a line are `type` (transfer or reversal), `key` (the key that the network got: refund and attempt, `rf_…:0`), `reference`, `status` (succeeded or rejected; for a reversal completed or failed), `amount` in major units, `currency` and `at`; others are ignored. The first line may be the header `{"format": "payment-statement/1", "from": …, "to": …}` (in CSV `#payment-statement/1,FROM,TO`); then the last one must be the trailer `{"end": true, "lines": N}` (`#end,N`). Without a header, give the period in the query.
         *
         *     It pays, reverses and corrects nothing. Every discrepancy is flagged once, however many statements report it, so the request can be repeated, also after a lost response. The audit of the refund shows the flag until a person resolves it. The statement must have all money that moved within its period: a payment is missing when it was requested and recorded within the period, except for `leeway_s` at its edges. `undecided` counts payments that were not, and `decided_by` is the period that a statement must cover to decide them: let statements overlap by twice `leeway_s` plus the longest duration of a payment, and every payment is decided. Failed payments are compared where they are listed.
         *
         *     A statement with a wrong line is refused as a whole, before anything is compared: `details` contain the line, the field and the reason. A client can run one reconciliation at a time per process; another is refused with RATE_LIMIT_EXCEEDED.
         *
         *     Needs the scope `refund:reconcile`.
         */
        post: operations["reconcileStatement"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verify an exported file
         * @description Takes a file of `GET /audit/export`, of any size, and verifies it: every hash is computed again, every event must follow the previous one of its stream, and the counts, digests and signature of the manifest must match. The response comes after the whole file was received.
         *
         *     The status is 200 also when `intact` is false; `problem` names the first wrong line. The file is not stored. A process runs two verifications of a client at a time; further ones are RATE_LIMIT_EXCEEDED.
         *
         *     Needs the scope `audit:read`.
         */
        post: operations["verifyExport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "fraud.detected": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The event fraud.detected
         * @description A transaction was scored as fraud in real time: an alert was opened. Sent as POST to each endpoint that subscribes to the type. Verify the signature over the raw body, drop repeats by their event id, respond with a 2xx status within 30 seconds, and process the event afterwards. Any other response counts as a failure and is retried on the schedule of “Retries”.
         */
        post: operations["on_fraud_detected"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "fraud.resolved": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The event fraud.resolved
         * @description A fraud alert was resolved, by an analyst or by a rule. Sent as POST to each endpoint that subscribes to the type. Verify the signature over the raw body, drop repeats by their event id, respond with a 2xx status within 30 seconds, and process the event afterwards. Any other response counts as a failure and is retried on the schedule of “Retries”.
         */
        post: operations["on_fraud_resolved"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "fraud.escalated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The event fraud.escalated
         * @description A fraud alert is urgent: by its score, because its user has several, or because an analyst escalated it. Sent as POST to each endpoint that subscribes to the type. Verify the signature over the raw body, drop repeats by their event id, respond with a 2xx status within 30 seconds, and process the event afterwards. Any other response counts as a failure and is retried on the schedule of “Retries”.
         */
        post: operations["on_fraud_escalated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "fraud.score_updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The event fraud.score_updated
         * @description The score of a fraud alert changed by 0.05 or more, or its level did. Sent as POST to each endpoint that subscribes to the type. Verify the signature over the raw body, drop repeats by their event id, respond with a 2xx status within 30 seconds, and process the event afterwards. Any other response counts as a failure and is retried on the schedule of “Retries”.
         */
        post: operations["on_fraud_score_updated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "refund.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The event refund.created
         * @description A refund was requested and is pending. Sent as POST to each endpoint that subscribes to the type. Verify the signature over the raw body, drop repeats by their event id, respond with a 2xx status within 30 seconds, and process the event afterwards. Any other response counts as a failure and is retried on the schedule of “Retries”.
         */
        post: operations["on_refund_created"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "refund.processing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The event refund.processing
         * @description A refund was sent to the payment network; sent again for each retry. Sent as POST to each endpoint that subscribes to the type. Verify the signature over the raw body, drop repeats by their event id, respond with a 2xx status within 30 seconds, and process the event afterwards. Any other response counts as a failure and is retried on the schedule of “Retries”.
         */
        post: operations["on_refund_processing"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "refund.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The event refund.completed
         * @description The beneficiary has the money. Sent as POST to each endpoint that subscribes to the type. Verify the signature over the raw body, drop repeats by their event id, respond with a 2xx status within 30 seconds, and process the event afterwards. Any other response counts as a failure and is retried on the schedule of “Retries”.
         */
        post: operations["on_refund_completed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "refund.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The event refund.failed
         * @description The payment network refused a refund, with the reason; it can be retried. Sent as POST to each endpoint that subscribes to the type. Verify the signature over the raw body, drop repeats by their event id, respond with a 2xx status within 30 seconds, and process the event afterwards. Any other response counts as a failure and is retried on the schedule of “Retries”.
         */
        post: operations["on_refund_failed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "refund.cancelled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The event refund.cancelled
         * @description A pending refund was cancelled before it was paid. Sent as POST to each endpoint that subscribes to the type. Verify the signature over the raw body, drop repeats by their event id, respond with a 2xx status within 30 seconds, and process the event afterwards. Any other response counts as a failure and is retried on the schedule of “Retries”.
         */
        post: operations["on_refund_cancelled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "refund.voided": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The event refund.voided
         * @description A refund was voided; sent again when its transfer settles after all, and when its reversal is completed or fails. Sent as POST to each endpoint that subscribes to the type. Verify the signature over the raw body, drop repeats by their event id, respond with a 2xx status within 30 seconds, and process the event afterwards. Any other response counts as a failure and is retried on the schedule of “Retries”.
         */
        post: operations["on_refund_voided"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "darkweb.leak_detected": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The event darkweb.leak_detected
         * @description Data of a user was found in a leak, by a module around the service. Sent as POST to each endpoint that subscribes to the type. Verify the signature over the raw body, drop repeats by their event id, respond with a 2xx status within 30 seconds, and process the event afterwards. Any other response counts as a failure and is retried on the schedule of “Retries”.
         */
        post: operations["on_darkweb_leak_detected"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "phishing.email_detected": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The event phishing.email_detected
         * @description An e-mail to a user was found to be phishing, by a module around the service. Sent as POST to each endpoint that subscribes to the type. Verify the signature over the raw body, drop repeats by their event id, respond with a 2xx status within 30 seconds, and process the event afterwards. Any other response counts as a failure and is retried on the schedule of “Retries”.
         */
        post: operations["on_phishing_email_detected"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "url.malicious_detected": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The event url.malicious_detected
         * @description A malicious URL was found: in an SMS message that was analysed here, or by a module around the service. Sent as POST to each endpoint that subscribes to the type. Verify the signature over the raw body, drop repeats by their event id, respond with a 2xx status within 30 seconds, and process the event afterwards. Any other response counts as a failure and is retried on the schedule of “Retries”.
         */
        post: operations["on_url_malicious_detected"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "spam.call_blocked": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The event spam.call_blocked
         * @description A call to a user was blocked as spam, by a module around the service. Sent as POST to each endpoint that subscribes to the type. Verify the signature over the raw body, drop repeats by their event id, respond with a 2xx status within 30 seconds, and process the event afterwards. Any other response counts as a failure and is retried on the schedule of “Retries”.
         */
        post: operations["on_spam_call_blocked"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.disabled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The event webhook.disabled
         * @description The service disabled an endpoint because it failed for seven days or answered 410; sent to the client’s other endpoints. Sent as POST to each endpoint that subscribes to the type. Verify the signature over the raw body, drop repeats by their event id, respond with a 2xx status within 30 seconds, and process the event afterwards. Any other response counts as a failure and is retried on the schedule of “Retries”.
         */
        post: operations["on_webhook_disabled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.delivery_exhausted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The event webhook.delivery_exhausted
         * @description All attempts to deliver an event to an endpoint failed; sent to the client’s other endpoints. Sent as POST to each endpoint that subscribes to the type. Verify the signature over the raw body, drop repeats by their event id, respond with a 2xx status within 30 seconds, and process the event afterwards. Any other response counts as a failure and is retried on the schedule of “Retries”.
         */
        post: operations["on_webhook_delivery_exhausted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        __schema0: unknown;
        /** @description The present state of a fraud alert. */
        AlertRecord: {
            /** @description Id of the alert: `alr_` and a UUID, 40 characters. */
            alert_id: string;
            /**
             * @description Status of the alert: open, escalated, reopened (resolved once and open again) or resolved.
             * @enum {string}
             */
            status: "open" | "escalated" | "reopened" | "resolved";
            /** @description Your own id of the transaction; `[erased]` after an erasure of its user. */
            transaction_id: string;
            /** @description Your own id of the user; `[erased]` after an erasure. */
            user_id: string;
            /** @description Amount of the transaction in major units of its currency. */
            amount: number;
            /** @description ISO 4217 code of the amount, three upper-case letters. */
            currency: string;
            /** @description Operation type: transfer, payment, withdrawal, deposit, refund. */
            operation_type: string;
            /** @description When the transaction was made, as you reported it; ISO 8601, UTC, milliseconds. */
            transaction_timestamp: string;
            /** @description Latest score, 0 to 1, four decimals. */
            fraud_score: number;
            /**
             * @description Level of the score.
             * @enum {string}
             */
            fraud_level: "low" | "medium" | "high" | "critical";
            /**
             * @description Recommended treatment of the transaction.
             * @enum {string}
             */
            recommendation: "approve" | "review" | "challenge" | "deny";
            /** @description Reasons for the score, the most important first. */
            risk_factors: components["schemas"]["RiskFactor"][];
            /** @description Alert threshold that the first score reached. */
            threshold_applied: number;
            /** @description Model of the latest score, as v<major>.<minor>.<patch>; major 0 is the rule set. */
            model_version: string;
            /** @description When it was first scored; ISO 8601, UTC, milliseconds. */
            detected_at: string;
            /** @description When the alert was opened; ISO 8601, UTC, milliseconds. */
            opened_at: string;
            /** @description When it last changed; ISO 8601, UTC, milliseconds. */
            updated_at: string;
            /** @description Whole seconds from its opening until now or, if it is resolved, until its resolution. */
            age_seconds: number;
            /** @description Assignee; null without one. */
            assigned_to: string | null;
            /** @description The escalation; null without one. */
            escalation: {
                /**
                 * @description Cause: the score, several alerts of the user within 24 hours, or an analyst.
                 * @enum {string}
                 */
                by: "score" | "pattern" | "analyst";
                /** @description Note of the analyst; null without one. */
                note: string | null;
                /** @description When it was escalated; ISO 8601, UTC, milliseconds. */
                escalated_at: string;
                /** @description Who escalated it: a user, a service account or the service itself. */
                escalated_by: string;
            } | null;
            /** @description The resolution; null while undecided. */
            resolution: {
                /**
                 * @description Outcome of the transaction.
                 * @enum {string}
                 */
                outcome: "confirmed_fraud" | "legitimate";
                /** @description The rule that resolved it (an outcome of the transaction was reported); null if an analyst did. */
                rule: "outcome_reported" | null;
                /** @description Note of the analyst; null without one. */
                note: string | null;
                /** @description When it was resolved; ISO 8601, UTC, milliseconds. */
                resolved_at: string;
                /** @description Who resolved it: a user, a service account or the service itself. */
                resolved_by: string;
            } | null;
            /** @description The last reopening; null without one. */
            reopening: {
                /** @description Note of the analyst; null without one. */
                note: string | null;
                /** @description When it was reopened; ISO 8601, UTC, milliseconds. */
                reopened_at: string;
                /** @description Who reopened it: a user, a service account or the service itself. */
                reopened_by: string;
            } | null;
            /** @description The refunds that name this alert, newest first, 50 at most. */
            refunds: {
                /** @description `rf_` and a UUID, for `GET /refund/{refund_id}`. */
                refund_id: string;
                /**
                 * @description Of the refund, at this moment.
                 * @enum {string}
                 */
                status: "pending" | "processing" | "completed" | "failed" | "cancelled" | "voided";
                /** @description Of the refund, in major units. */
                amount: number;
                /** @description ISO 4217 code of the refund’s amount. */
                currency: string;
                /** @description Reason of the refund request. */
                reason: string;
                /** @description When it was requested; ISO 8601, UTC, milliseconds. */
                created_at: string;
            }[];
            /** @description Whether there are more, older refunds. */
            has_more_refunds: boolean;
        };
        /** @description A page of transactions with their scores. Nothing was recorded. */
        BatchScores: {
            /** @description Summary of this page. */
            summary: {
                /** @description Transactions that match the filters, regardless of `options.limit`; counted with the first page. */
                total: number;
                /** @description Transactions of this page. */
                returned: number;
                /** @description How many of them are alerts. */
                alerts: number;
                /** @description `alerts` ÷ `returned`, four decimals; 0 for an empty page. */
                alert_rate: number;
                /** @description Processing time of this request, milliseconds. */
                processing_time_ms: number;
                /** @description Present model version. Recorded scores may have others: see their decisions. */
                model_version: string;
            };
            /** @description Newest first, by their own time. */
            transactions: {
                /** @description Your own id of the transaction. */
                transaction_id: string;
                /** @description The recorded score, or the score as of the time of recording. */
                fraud_score: number;
                /**
                 * @description Level of the score.
                 * @enum {string}
                 */
                fraud_level: "low" | "medium" | "high" | "critical";
                /** @description Whether the score reaches `threshold_applied`; false if your lists allow the transaction. */
                is_alert: boolean;
                /** @description Alert threshold of this score. */
                threshold_applied: number;
                /** @description Reasons; empty if they were not requested. */
                risk_factors: components["schemas"]["RiskFactor"][];
            }[];
            /** @description Position of this page in the list. */
            pagination: {
                /** @description Cursor of the next page; null on the last page. */
                next_cursor: string | null;
                /** @description Whether there is another page. */
                has_more: boolean;
                /** @description Number of pages of this size for `total`, or for `limit` if that is less. */
                total_pages: number;
            };
        };
        /** @description An organisation that integrates the API. */
        Client: {
            /** @description The client: `clt_` and a UUID. */
            client_id: string;
            /** @description Name of the organisation, at most 140 characters. */
            name: string;
            /**
             * @description The rate tier; “Rate limits” lists the limits of each tier.
             * @enum {string}
             */
            tier: "A" | "B" | "C";
            /** @description Rate limits that replace the tier's; null means the tier's. */
            agreed_limit: {
                /** @description Requests per minute, at least 1. */
                per_minute: number;
                /** @description Requests per UTC day, at least 1; null means no daily limit. */
                per_day: number | null;
            } | null;
            /** @description Quota of message analyses that replaces the tier's; null means the tier's. */
            sms_quota: {
                /** @description Analyses per UTC calendar month, at least 1; null means no limit. */
                per_month: number | null;
            } | null;
            /** @description The country of the client's people, ISO 3166-1 in two capital letters; it decides whether a sender's number is local or foreign. Null means unknown. */
            country: string | null;
            /**
             * @description Whether users of the client can log in.
             * @enum {string}
             */
            status: "active" | "disabled";
            /** @description When the client was registered; ISO 8601, UTC, milliseconds. */
            created_at: string;
        };
        /** @description Data of a person that was found in a leak. */
        DarkwebLeakInput: {
            /**
             * Format: email
             * @description The address that was found, at most 254 characters. Without `user_id` the user is the one who logs in to your client with this address, if there is one.
             */
            email: string;
            /** @description Where it was found, such as `paste site`, 1 to 64 characters. */
            source: string;
            /** @description What kinds of data were found with it, such as `password`, not the data: at most 100 of 1 to 64 characters. */
            exposed: string[];
            /** @description Your id of the user who is concerned, 1 to 128 characters. */
            user_id?: string | null;
            /** @description When it was detected, at most 5 minutes ahead; ISO 8601 date and time with any offset. By default the time of the request or message. */
            detected_at?: string | null;
            /** @description How bad it is, if you know. */
            severity?: ("low" | "medium" | "high" | "critical") | null;
            /** @description Your id of the finding, 1 to 128 characters, unique among your client's of this kind. It makes the request idempotent. */
            id: string;
        };
        /** @description A delivery to another endpoint of yours that was given up. */
        DeliveryExhaustedData: {
            /**
             * @description Always `webhook_delivery`.
             * @constant
             */
            object: "webhook_delivery";
            /** @description The endpoint: `wh_` and a UUID. */
            webhook_id: string;
            /** @description The delivery, one event to one endpoint: `dlv_` and a UUID. */
            delivery_id: string;
            /** @description The event: `evt_` and a UUID, the same over all endpoints and attempts. */
            event_id: string;
            /** @description The type of the event that was not delivered. */
            event_type: string;
            /** @description Attempts that were made. */
            attempts: number;
            /** @description Why the attempt failed: `http_` and the status, timeout, dns_error, address_refused, connection_refused, connection_closed, connection_failed, tls_error, invalid_response or endpoint_disabled; null when it succeeded. */
            error_code: string | null;
            /** @description When the last attempt had failed; ISO 8601, UTC, milliseconds. */
            exhausted_at: string;
        };
        /** @description A delivery with every attempt. */
        DeliveryRecord: {
            /** @description The delivery, one event to one endpoint: `dlv_` and a UUID. */
            delivery_id: string;
            /** @description The event: `evt_` and a UUID, the same over all endpoints and attempts. */
            event_id: string;
            /**
             * @description The type of the event.
             * @enum {string}
             */
            event_type: "fraud.detected" | "fraud.resolved" | "fraud.escalated" | "fraud.score_updated" | "refund.created" | "refund.processing" | "refund.completed" | "refund.failed" | "refund.cancelled" | "refund.voided" | "darkweb.leak_detected" | "phishing.email_detected" | "url.malicious_detected" | "spam.call_blocked" | "webhook.disabled" | "webhook.delivery_exhausted";
            /**
             * @description Its status: pending (an attempt is due or in progress), succeeded, failed (all attempts are used up), or cancelled (its endpoint was deleted).
             * @enum {string}
             */
            status: "pending" | "succeeded" | "failed" | "cancelled";
            /** @description True for a test event. */
            test_mode: boolean;
            /** @description True for an event of a recovery with `mode: replay`. */
            replay: boolean;
            /** @description Attempts made so far, manual ones included; the schedule has 8. */
            attempts: number;
            /** @description When it was queued; ISO 8601, UTC, milliseconds. */
            created_at: string;
            /** @description When the next attempt is due, null when none is; ISO 8601, UTC, milliseconds. */
            next_attempt_at: string | null;
            /** @description When it succeeded, failed for good or was cancelled, null while it is pending; ISO 8601, UTC, milliseconds. */
            finished_at: string | null;
            /** @description Outcome of the last attempt; null before the first. */
            last_attempt: {
                /** @description When the attempt was made; ISO 8601, UTC, milliseconds. */
                at: string;
                /** @description HTTP status of the response; null when there was none. */
                status_code: number | null;
                /** @description Why the attempt failed: `http_` and the status, timeout, dns_error, address_refused, connection_refused, connection_closed, connection_failed, tls_error, invalid_response or endpoint_disabled; null when it succeeded. */
                error_code: string | null;
            } | null;
            /** @description Every attempt, oldest first. */
            attempt_log: {
                /** @description Number of the attempt, 1 for the first. */
                number: number;
                /** @description When the attempt was made; ISO 8601, UTC, milliseconds. */
                at: string;
                /** @description HTTP status of the response; null when there was none. */
                status_code: number | null;
                /** @description How long it took, in milliseconds, 30,000 at most. */
                duration_ms: number;
                /** @description Why the attempt failed: `http_` and the status, timeout, dns_error, address_refused, connection_refused, connection_closed, connection_failed, tls_error, invalid_response or endpoint_disabled; null when it succeeded. */
                error_code: string | null;
                /** @description The endpoint’s response; null when there was none. */
                response: {
                    /** @description Headers of the response, with names in lower case. */
                    headers: {
                        [key: string]: string;
                    };
                    /** @description At most 16 KiB of the response body; `[erased]` after the erasure of the person that the event is about. */
                    body: string;
                    /**
                     * @description Encoding of `body`: text, or base64 when it is not UTF-8.
                     * @enum {string}
                     */
                    body_encoding: "utf8" | "base64";
                } | null;
            }[];
        };
        /** @description A detection. */
        DetectionRecord: {
            /** @description The detection: `det_` and a UUID, 40 characters. */
            detection_id: string;
            /**
             * @description What was detected; also the type of its public event.
             * @enum {string}
             */
            kind: "darkweb.leak_detected" | "phishing.email_detected" | "url.malicious_detected" | "spam.call_blocked";
            /** @description The id that its message had; `[erased]` after an erasure. */
            id: string;
            /** @description Your id of the user who is concerned; null if unknown, `[erased]` after an erasure. */
            user_id: string | null;
            /** @description How bad it is, as reported; null if that was not reported. */
            severity: ("low" | "medium" | "high" | "critical") | null;
            /** @description When it was detected, as reported, or else the time of its request or message; ISO 8601, UTC, milliseconds. */
            detected_at: string;
            /** @description When it was recorded; ISO 8601, UTC, milliseconds. */
            recorded_at: string;
            /** @description The fields of its kind as they were reported, which are stored encrypted; null once they are deleted, by retention or erasure. */
            content: {
                /** @description The address that was found, or that received the e-mail; null if that was not reported. */
                email?: string | null;
                /** @description Where the data or the URL was found. */
                source?: string;
                /** @description What kinds of data were found. */
                exposed?: string[];
                /** @description Who the e-mail claims to come from. */
                sender?: string;
                /** @description The subject line of the e-mail; null if that was not reported. */
                subject?: string | null;
                /** @description The URL, as reported. */
                url?: string;
                /** @description The part of the URL that the public event shows. */
                domain?: string;
                /** @description The number that called. */
                caller?: string;
            } | null;
        };
        /** @description A refusal. */
        Error: {
            /** @description An error code of the catalogue; its meaning never changes. */
            error_code: string;
            /** @description What is wrong, for people. */
            message: string;
            /** @description Where it is wrong: `field`, `reason` and `fields` of an invalid request, or the details of the code. */
            details: {
                [key: string]: unknown;
            };
            /** @description When the error occurred; ISO 8601, UTC, milliseconds. */
            timestamp: string;
            /** @description The response's `X-Request-Id`; quote it when you report a problem. */
            request_id: string;
        };
        /** @description What differs between endpoints and between attempts. */
        EventMetadata: {
            /** @description The endpoint that receives the event: `wh_` and a UUID. */
            webhook_id: string;
            /** @description Number of this attempt, 1 for the first. */
            delivery_attempt: number;
            /** @description Numbers the events of one object from 1, to put them in order. */
            sequence: number;
            /** @description True for test events, and for all events of a service that is not in production. */
            test_mode: boolean;
            /**
             * @description Only in events that were sent again with `recover`.
             * @constant
             */
            replay?: true;
        };
        /** @description An event as it is delivered, without the fields of one endpoint and one attempt. */
        EventRecord: {
            /** @description `evt_` and a UUID: the same here, in every delivery, attempt and replay (X-Service-Event-ID). */
            id: string;
            /**
             * @description Type of the event, as endpoints subscribe to it.
             * @enum {string}
             */
            type: "fraud.detected" | "fraud.resolved" | "fraud.escalated" | "fraud.score_updated" | "refund.created" | "refund.processing" | "refund.completed" | "refund.failed" | "refund.cancelled" | "refund.voided" | "darkweb.leak_detected" | "phishing.email_detected" | "url.malicious_detected" | "spam.call_blocked" | "webhook.disabled" | "webhook.delivery_exhausted";
            /** @description Version of the shape of the event, a date: 2026-11-01. */
            api_version: string;
            /** @description When it happened: ISO 8601, UTC, milliseconds. */
            created_at: string;
            /** @description The object right after the event, as it was delivered, in the schema of the type under "Webhooks"; `object` names its kind. The data of an erased person are `[erased]`. */
            data: {
                [key: string]: unknown;
            };
            /** @description The metadata that all deliveries of the event have in common. */
            metadata: {
                /** @description Counts the events of one object from 1, so that they can be ordered; events that are not public leave gaps. */
                sequence: number;
                /** @description Whether the service is a sandbox, where no money moves. */
                test_mode: boolean;
            };
        };
        /** @description Signed summary of an export. */
        ExportManifest: {
            /**
             * @description Format and version.
             * @constant
             */
            format: "audit-export/1";
            /**
             * @description Encoding of the lines.
             * @enum {string}
             */
            encoding: "ndjson" | "csv";
            /** @description Who exported it. */
            exported_by: {
                /** @description The user or service account that requested it. */
                sub: string;
                /** @description Their client. */
                client_id: string;
                /** @description Their role. */
                role: string;
            };
            /** @description The client whose events these are; null means all clients. */
            client_id: string | null;
            /** @description The kind of record that was requested; null means every kind. */
            family: string | null;
            /** @description Events before this time were left out; null means none. */
            from: string | null;
            /** @description Events of this time and later were left out; null means none. */
            to: string | null;
            /** @description Events in the file. */
            events: number;
            /** @description Streams that they belong to. */
            streams: number;
            /** @description Events with redacted fields. */
            redacted: number;
            /** @description Events of restricted people, which were left out. */
            restricted: number;
            /** @description Position of the first event in the log, as `commit/prepare`; null when there is none. It has a meaning only in this event store. */
            first_position: string | null;
            /** @description Position of the last event in the log, as `commit/prepare`; null when there is none. It has a meaning only in this event store. */
            last_position: string | null;
            /** @description Position up to which the log was read, as `commit/prepare`; null when there is none. It has a meaning only in this event store. */
            read_to: string | null;
            /** @description SHA-256 over the bytes of all lines before this one, with their ends, 64 hexadecimal digits. */
            lines_sha256: string;
            /** @description SHA-256 over the last event of each stream, `<stream> <revision> <hash>` and a line feed each, ordered by the name of the stream, 64 hexadecimal digits. */
            heads_sha256: string;
            /** @description When it was made; ISO 8601, UTC, milliseconds. */
            made_at: string;
            /** @description Id of the key that signed it, in `GET /.well-known/jwks.json`. */
            key_id: string;
            /** @description Ed25519 over the RFC 8785 form of the manifest without this field, base64url. */
            signature: string;
        };
        /** @description The recorded explanation of a score. */
        FraudDecision: {
            /** @description Your own id of the transaction. */
            transaction_id: string;
            /** @description Your own id of the user. */
            user_id: string;
            /** @description When it was scored; ISO 8601, UTC, milliseconds. */
            scored_at: string;
            /** @description When the transaction was made, as you reported it; ISO 8601, UTC, milliseconds. */
            timestamp: string;
            /** @description As returned with the score. */
            fraud_score: number;
            /**
             * @description As returned with the score.
             * @enum {string}
             */
            fraud_level: "low" | "medium" | "high" | "critical";
            /** @description Whether the score reached the threshold. */
            is_alert: boolean;
            /** @description By the policy at that time. */
            threshold_applied: number;
            /**
             * @description As returned with the score.
             * @enum {string}
             */
            recommendation: "approve" | "review" | "challenge" | "deny";
            /** @description As returned with the score. */
            confidence: number;
            /** @description All of them, even if they were not requested. */
            risk_factors: components["schemas"]["RiskFactor"][];
            /**
             * @description Source of the score: the model, the first of the rules that fired, or the block list.
             * @enum {string}
             */
            decided_by: "model" | "rule" | "list";
            /** @description Of the model, or of the rule set if no model was available. */
            model_version: string;
            /** @description Output of the model; null if none was available. */
            model: {
                /** @description Probability of fraud. */
                probability: number;
                /** @description The probability as log-odds: the sum of bias and contributions. */
                margin: number;
                /** @description Log-odds without any contribution. */
                bias: number;
                /** @description Contribution of each group of features to the margin; positive values indicate fraud. */
                contributions: {
                    /** @description Contribution of the features in the group amount. */
                    amount: number;
                    /** @description Contribution of the features in the group velocity. */
                    velocity: number;
                    /** @description Contribution of the features in the group merchant. */
                    merchant: number;
                    /** @description Contribution of the features in the group device. */
                    device: number;
                    /** @description Contribution of the features in the group time. */
                    time: number;
                    /** @description Contribution of the features in the group profile. */
                    profile: number;
                };
            } | null;
            /** @description Input of the model. */
            features: {
                /** @description Version of the feature set. */
                version: number;
                /** @description Log position of the aggregates across users; null if there were none. */
                as_of: string | null;
                /** @description By name; in other versions of the feature set by number. */
                values: {
                    [key: string]: number;
                };
            };
            /** @description Result of the rules. */
            rules: {
                /** @description Version of the rule set. */
                version: number;
                /** @description Rules that fired, the highest minimum first. */
                fired: components["schemas"]["RiskFactor"][];
            };
            /** @description Entries of your client's lists that matched the transaction. */
            lists: {
                /** @description Id of the entry. */
                entry_id: string;
                /**
                 * @description The list of the entry.
                 * @enum {string}
                 */
                list: "allow" | "block";
            }[];
            /** @description Version of your client's policy; 0 without one. */
            policy_version: number;
            /** @description The latest reported outcome, which the score does not include; null without one. */
            outcome: {
                /**
                 * @description Outcome of the transaction.
                 * @enum {string}
                 */
                outcome: "confirmed_fraud" | "legitimate" | "chargeback";
                /** @description When it became known, as you reported it; ISO 8601, UTC, milliseconds. */
                reported_at: string;
            } | null;
        };
        /** @description The transaction that was scored as fraud. */
        FraudDetectedData: {
            /**
             * @description Always `fraud_alert`.
             * @constant
             */
            object: "fraud_alert";
            /** @description Your own id of the transaction; `[erased]` after an erasure of its user. */
            transaction_id: string;
            /** @description Your own id of the user; `[erased]` after an erasure. */
            user_id: string;
            /** @description Amount of the transaction in major units of its currency. */
            amount: number;
            /** @description ISO 4217 code of the amount, three upper-case letters. */
            currency: string;
            /** @description Latest score, 0 to 1, four decimals. */
            fraud_score: number;
            /**
             * @description Level of the score.
             * @enum {string}
             */
            fraud_level: "low" | "medium" | "high" | "critical";
            /**
             * @description Recommended treatment of the transaction.
             * @enum {string}
             */
            recommendation: "approve" | "review" | "challenge" | "deny";
            /** @description Reasons for the score, the most important first. */
            risk_factors: components["schemas"]["RiskFactor"][];
            /** @description When the transaction was first scored; ISO 8601, UTC, milliseconds. */
            detected_at: string;
        };
        /** @description The alert as it was escalated. */
        FraudEscalatedData: {
            /**
             * @description Always `fraud_alert`.
             * @constant
             */
            object: "fraud_alert";
            /** @description The alert, for `GET /fraud/alerts/{alert_id}`. */
            id: string;
            /** @description The same id, under the name that refunds use. */
            alert_id: string;
            /** @description Your own id of the transaction; `[erased]` after an erasure of its user. */
            transaction_id: string;
            /** @description Your own id of the user; `[erased]` after an erasure. */
            user_id: string;
            /** @description Amount of the transaction in major units of its currency. */
            amount: number;
            /** @description ISO 4217 code of the amount, three upper-case letters. */
            currency: string;
            /** @description Latest score, 0 to 1, four decimals. */
            fraud_score: number;
            /**
             * @description Level of the score.
             * @enum {string}
             */
            fraud_level: "low" | "medium" | "high" | "critical";
            /**
             * @description Recommended treatment of the transaction.
             * @enum {string}
             */
            recommendation: "approve" | "review" | "challenge" | "deny";
            /** @description Reasons for the score, the most important first. */
            risk_factors: components["schemas"]["RiskFactor"][];
            /** @description When the transaction was first scored; ISO 8601, UTC, milliseconds. */
            detected_at: string;
            /**
             * @description Cause of the escalation: the score, several alerts of the user within 24 hours, or an analyst.
             * @enum {string}
             */
            reason: "score_threshold" | "pattern_match" | "analyst";
            /** @description When it was escalated; ISO 8601, UTC, milliseconds. */
            escalated_at: string;
        };
        /** @description An entry of a client's allow or block list. */
        FraudListEntry: {
            /** @description Id of the entry: `fle_` and a UUID. */
            entry_id: string;
            /**
             * @description The list of the entry.
             * @enum {string}
             */
            list: "allow" | "block";
            /**
             * @description Type of the value.
             * @enum {string}
             */
            kind: "user" | "account" | "merchant" | "device" | "ip_range";
            /** @description The value; for `ip_range` in CIDR form. */
            value: string;
            /** @description Why it was added. */
            reason: string;
            /** @description When it expires; null = never; ISO 8601, UTC, milliseconds. */
            expires_at: string | null;
            /** @description When it was added; ISO 8601, UTC, milliseconds. */
            added_at: string;
            /** @description Who added it. */
            added_by: string;
        };
        /** @description A model of the installation; all clients share it. */
        FraudModel: {
            /** @description `v<major>.<minor>.<patch>`, as in scores. */
            version: string;
            /** @description SHA-256 of the model's file, hex. */
            sha256: string;
            /**
             * @description The scores of a `live` model are returned, those of a `shadow` model only recorded; others do not score.
             * @enum {string}
             */
            status: "available" | "shadow" | "live" | "retired";
            /** @description Whether it is part of the release; such a model is live until another is promoted. */
            is_shipped: boolean;
            /** @description Whether the responding process has its file; a live model without a file cannot score. */
            is_held: boolean;
            /** @description Scores of the last 14 days, newest first. */
            days: {
                /** @description Day (UTC) on which the scores were recorded; the newest day is incomplete. */
                day: string;
                /**
                 * @description Whether the model was live or in the shadow.
                 * @enum {string}
                 */
                role: "live" | "shadow";
                /** @description Transactions that the model scored. */
                scores: number;
                /** @description How many of them are alerts, or would be for a shadow model. */
                alerts: number;
                /** @description In the shadow: scores whose alert decision differs from the live model’s. */
                differing: number;
                /** @description Drift of the day; null if the model has no data on its training. */
                drift: {
                    /** @description Population stability index against the training data: up to 0.1 is stable, from 0.2 on the data has changed. */
                    score: number;
                    /** @description The 10 most drifted features; empty in the shadow, whose inputs are the same. */
                    features: {
                        /** @description Name of the feature. */
                        name: string;
                        /** @description Population stability index against the training data: up to 0.1 is stable, from 0.2 on the data has changed. */
                        drift: number;
                    }[];
                } | null;
            }[];
        };
        /** @description A client's thresholds and recommendations. */
        FraudPolicy: {
            /** @description Lowest score of an alert. */
            alert_thresholds: {
                /** @description For all others; null = the service’s default. */
                default: number | null;
                /** @description By operation type. */
                by_operation: {
                    [key: string]: number;
                };
                /** @description By merchant category; overrides the others. */
                by_category: {
                    [key: string]: number;
                };
            };
            /** @description Recommendation by level, where it differs from the service’s default. */
            recommendations: {
                [key: string]: "approve" | "review" | "challenge" | "deny";
            };
            /** @description Lowest score of an escalated alert; null = the service’s default. */
            escalation_threshold: number | null;
            /** @description Number of changes; 0 without a policy. */
            version: number;
            /** @description When it was set; null without a policy; ISO 8601, UTC, milliseconds. */
            set_at: string | null;
            /** @description Who set it; null without a policy. */
            set_by: string | null;
        };
        /** @description The alert as it was resolved. */
        FraudResolvedData: {
            /**
             * @description Always `fraud_alert`.
             * @constant
             */
            object: "fraud_alert";
            /** @description The alert, for `GET /fraud/alerts/{alert_id}`. */
            id: string;
            /** @description The same id, under the name that refunds use. */
            alert_id: string;
            /** @description Your own id of the transaction; `[erased]` after an erasure of its user. */
            transaction_id: string;
            /** @description Your own id of the user; `[erased]` after an erasure. */
            user_id: string;
            /** @description Amount of the transaction in major units of its currency. */
            amount: number;
            /** @description ISO 4217 code of the amount, three upper-case letters. */
            currency: string;
            /** @description Latest score, 0 to 1, four decimals. */
            fraud_score: number;
            /**
             * @description Level of the score.
             * @enum {string}
             */
            fraud_level: "low" | "medium" | "high" | "critical";
            /**
             * @description Recommended treatment of the transaction.
             * @enum {string}
             */
            recommendation: "approve" | "review" | "challenge" | "deny";
            /** @description Reasons for the score, the most important first. */
            risk_factors: components["schemas"]["RiskFactor"][];
            /** @description When the transaction was first scored; ISO 8601, UTC, milliseconds. */
            detected_at: string;
            /**
             * @description Outcome of the transaction.
             * @enum {string}
             */
            resolution: "confirmed_fraud" | "legitimate";
            /**
             * @description Whether an analyst or a rule resolved it.
             * @enum {string}
             */
            resolved_by: "analyst" | "rule";
            /** @description When it was resolved; ISO 8601, UTC, milliseconds. */
            resolved_at: string;
        };
        /** @description The alert with its new score. */
        FraudScoreUpdatedData: {
            /**
             * @description Always `fraud_alert`.
             * @constant
             */
            object: "fraud_alert";
            /** @description The alert, for `GET /fraud/alerts/{alert_id}`. */
            id: string;
            /** @description The same id, under the name that refunds use. */
            alert_id: string;
            /** @description Your own id of the transaction; `[erased]` after an erasure of its user. */
            transaction_id: string;
            /** @description Your own id of the user; `[erased]` after an erasure. */
            user_id: string;
            /** @description Amount of the transaction in major units of its currency. */
            amount: number;
            /** @description ISO 4217 code of the amount, three upper-case letters. */
            currency: string;
            /** @description Latest score, 0 to 1, four decimals. */
            fraud_score: number;
            /**
             * @description Level of the score.
             * @enum {string}
             */
            fraud_level: "low" | "medium" | "high" | "critical";
            /**
             * @description Recommended treatment of the transaction.
             * @enum {string}
             */
            recommendation: "approve" | "review" | "challenge" | "deny";
            /** @description Reasons for the score, the most important first. */
            risk_factors: components["schemas"]["RiskFactor"][];
            /** @description When the transaction was first scored; ISO 8601, UTC, milliseconds. */
            detected_at: string;
            /** @description The previous score. */
            previous_score: number;
            /** @description When the score changed; ISO 8601, UTC, milliseconds. */
            updated_at: string;
        };
        /** @description A URL that was found to be malicious. */
        MaliciousUrlInput: {
            /** @description The URL, absolute, 1 to 10,240 characters. The service never opens it. */
            url: string;
            /** @description Where the URL was found, such as `browser`, 1 to 64 characters. `sms` is refused: messages are analysed by `POST /sms/analyze`. */
            source: string;
            /** @description Your id of the user who is concerned, 1 to 128 characters. */
            user_id?: string | null;
            /** @description When it was detected, at most 5 minutes ahead; ISO 8601 date and time with any offset. By default the time of the request or message. */
            detected_at?: string | null;
            /** @description How bad it is, if you know. */
            severity?: ("low" | "medium" | "high" | "critical") | null;
            /** @description Your id of the finding, 1 to 128 characters, unique among your client's of this kind. It makes the request idempotent. */
            id: string;
        };
        /** @description The owner of the token, and its scopes. */
        Me: {
            /** @description The user: `usr_` and a UUID. */
            id: string;
            /** @description The user's address; null after an erasure. */
            email: string | null;
            /** @description Name of a user that colleagues see; null without one. */
            display_name: string | null;
            /** @description The client that the user belongs to: `clt_` and a UUID. */
            client_id: string;
            /** @description Whether this client runs the service, and sees what belongs to all clients. */
            is_platform: boolean;
            /**
             * @description The role of the user, or `service_account` for a machine.
             * @enum {string}
             */
            role: "consumer" | "integrator" | "operator" | "auditor" | "admin" | "service_account" | "agent";
            /** @description The scopes of this token. */
            scopes: ("refund:read" | "refund:write" | "refund:void" | "refund:reconcile" | "audit:read" | "audit:read:any" | "transaction:read" | "transaction:write" | "fraud:score" | "fraud:review" | "fraud:admin" | "sms:analyze" | "vpn:use" | "vpn:use:any" | "vpn:admin" | "vpn:agent" | "notify:register" | "notify:send" | "notify:read" | "detection:read" | "detection:write" | "events:read" | "webhooks:manage" | "users:admin" | "subjects:erase")[];
        };
        /** @description A login of a machine, with its secret, which is shown only once. */
        NewServiceAccount: {
            /** @description Id of the service account, as in `sub` of its tokens and in audit histories. */
            service_account_id: string;
            /** @description The client of the machine: the account sees and changes only records of this client. */
            client_id: string;
            /** @description Description of the machine. */
            name: string;
            /** @description The login name: `email` of `POST /api/auth/login`. It receives no mail. */
            email: string;
            /** @description The scopes of its tokens; they never change. */
            scopes: ("refund:read" | "refund:write" | "refund:void" | "refund:reconcile" | "audit:read" | "audit:read:any" | "transaction:read" | "transaction:write" | "fraud:score" | "fraud:review" | "fraud:admin" | "sms:analyze" | "vpn:use" | "vpn:use:any" | "vpn:admin" | "vpn:agent" | "notify:register" | "notify:send" | "notify:read" | "detection:read" | "detection:write" | "events:read" | "webhooks:manage" | "users:admin" | "subjects:erase")[];
            /**
             * @description Only an `active` account can log in, and only while its client is active.
             * @enum {string}
             */
            status: "active" | "expired" | "revoked";
            /** @description When it was created: ISO 8601, UTC, milliseconds. */
            created_at: string;
            /** @description When it expires: ISO 8601, UTC, milliseconds; null = never. */
            expires_at: string | null;
            /** @description When it was revoked: ISO 8601, UTC, milliseconds; null = not revoked. */
            revoked_at: string | null;
            /** @description When it last logged in, refreshed a token or sent a request, to about a minute: ISO 8601, UTC, milliseconds; null = never. */
            last_used_at: string | null;
            /** @description Its `password` at `POST /api/auth/login`, shown only once: 256 random bits, stored as a hash. */
            secret: string;
        };
        /** @description The login of a server's agent, with the secret, which is returned once. */
        NewVpnAgent: {
            /** @description The agent's id among the service accounts, and in audit histories. */
            service_account_id: string;
            /** @description The server whose sessions it sees and changes. */
            server_id: number;
            /** @description Its login name, which receives no mail. */
            email: string;
            /** @description Its secret: 256 random bits, returned once and stored as a hash. */
            secret: string;
        };
        /** @description A notification of a user. */
        Notification: {
            /** @description The id of the notification: `ntf_` and a UUID, 40 characters. */
            notification_id: string;
            /** @description The title; null once retention has deleted it. */
            title: string | null;
            /** @description The text; null once retention has deleted it. */
            body: string | null;
            /**
             * @description The category.
             * @enum {string}
             */
            category: "security_alert" | "phishing_detected" | "fraud_alert" | "darkweb_alert" | "vpn_status" | "refund_status" | "system";
            /**
             * @description The urgency.
             * @enum {string}
             */
            priority: "low" | "normal" | "high" | "critical";
            /** @description Data for the app; null once retention has deleted it. */
            data: {
                [key: string]: string;
            } | null;
            /** @description When it was queued; ISO 8601, UTC, milliseconds. */
            created_at: string;
            /** @description When the user read it, null while unread; ISO 8601, UTC, milliseconds. */
            read_at: string | null;
            /** @description The outcome by device. */
            delivery: {
                /** @description Number of devices that are still to get it. */
                queued: number;
                /** @description Number of devices whose push network accepted it; the device may not have it yet. */
                sent: number;
                /** @description Number of devices that cannot get it. */
                failed: number;
                /** @description Number of devices that were not reached within its time to live. */
                expired: number;
                /** @description Reason of the last failure; null while there is none. */
                failure_reason: ("token_dead" | "token_rejected" | "payload_too_large" | "payload_rejected" | "no_device" | "superseded" | "text_gone" | "erasure") | null;
            };
        };
        /** @description Which events the users of a client are notified of, and when. */
        NotificationPreferences: {
            /** @description The events that the service notifies users of by itself. */
            categories: {
                /** @description Whether users are notified of refund_status. */
                refund_status: boolean;
                /** @description Whether users are notified of fraud_alert. */
                fraud_alert: boolean;
                /** @description Whether users are notified of phishing_detected. */
                phishing_detected: boolean;
                /** @description Whether users are notified of darkweb_alert. */
                darkweb_alert: boolean;
                /** @description Whether users are notified of security_alert. */
                security_alert: boolean;
                /** @description Whether users are notified of vpn_status. */
                vpn_status: boolean;
            };
            /** @description When notifications of normal and low priority are held back; null = never. */
            quiet_hours: {
                /** @description Start, `HH:MM`. */
                from: string;
                /** @description End, `HH:MM`. */
                to: string;
                /** @description The time zone, a name of the IANA database. */
                timezone: string;
            } | null;
            /** @description Time of the last change, null when there was none; ISO 8601, UTC, milliseconds. */
            updated_at: string | null;
        };
        /** @description Which events the users of a client are notified of, and when. */
        NotificationPreferencesToSet: {
            /** @description Which events users are notified of: refund_status, fraud_alert, phishing_detected, darkweb_alert, security_alert, vpn_status. Categories that are left out are on. */
            categories?: {
                /** @description Notify of refund_status. */
                refund_status?: boolean;
                /** @description Notify of fraud_alert. */
                fraud_alert?: boolean;
                /** @description Notify of phishing_detected. */
                phishing_detected?: boolean;
                /** @description Notify of darkweb_alert. */
                darkweb_alert?: boolean;
                /** @description Notify of security_alert. */
                security_alert?: boolean;
                /** @description Notify of vpn_status. */
                vpn_status?: boolean;
            } | null;
            /** @description When notifications of normal and low priority are held back; null or left out for never. */
            quiet_hours?: {
                /** @description Start, `HH:MM`. */
                from: string;
                /** @description End, `HH:MM`; on the next day when it is not later than the start. */
                to: string;
                /** @description The time zone, a name of the IANA database such as `Europe/Madrid`. */
                timezone: string;
            } | null;
            /** @description The `updated_at` that you have read, null if there was none: CONFLICT if the preferences were changed since. Without it, any preferences are replaced. */
            expected_updated_at?: string | null;
            /** @description Ignored: part of the response only. */
            updated_at?: unknown;
        };
        /** @description A notification to send to a user. */
        NotificationToSend: {
            /** @description The user to notify, by your own id, 1 to 128 characters. */
            user_id: string;
            /** @description The content of the notification. */
            notification: {
                /** @description The title, 1 to 200 UTF-16 units. */
                title: string;
                /** @description The text, 1 to 2,000 UTF-16 units. */
                body: string;
                /** @description The category: security_alert, phishing_detected, fraud_alert, darkweb_alert, vpn_status, refund_status, system. Any other value is NOTIF_006. */
                category: string;
                /** @description The urgency; by default that of the category. */
                priority?: ("low" | "normal" | "high" | "critical") | null;
                /** @description Data for the app, such as `alert_type` and `alert_id`: at most 32 fields with string values of at most 1,024 characters. `aps`, `from`, `notification`, `message_type` and names that begin with `google.` or `gcm.` are reserved by the push networks. */
                data?: {
                    [key: string]: string;
                } | null;
            };
            /** @description How it is delivered. */
            options?: {
                /** @description Send to every device of the user; by default only to the device that was seen last. */
                send_to_all_devices?: boolean | null;
                /** @description The number on the app icon, 0 to 99,999; by default the number of unread notifications. */
                badge_count?: number | null;
                /** @description The sound file in the app, without a path, at most 64 characters; by default the sound of the device. */
                sound?: string | null;
            } | null;
        };
        /** @description An e-mail that was found to be phishing. */
        PhishingEmailInput: {
            /** @description Who the e-mail claims to come from, 1 to 320 characters. */
            sender: string;
            /** @description The subject line of the e-mail, 1 to 998 characters. */
            subject?: string | null;
            /** @description The address that received the e-mail, at most 254 characters. Without `user_id` the user is the one who logs in to your client with this address, if there is one. */
            email?: string | null;
            /** @description Your id of the user who is concerned, 1 to 128 characters. */
            user_id?: string | null;
            /** @description When it was detected, at most 5 minutes ahead; ISO 8601 date and time with any offset. By default the time of the request or message. */
            detected_at?: string | null;
            /** @description How bad it is, if you know. */
            severity?: ("low" | "medium" | "high" | "critical") | null;
            /** @description Your id of the finding, 1 to 128 characters, unique among your client's of this kind. It makes the request idempotent. */
            id: string;
        };
        /** @description A registered device. */
        PushDevice: {
            /** @description The id of the registration: `dev_` and a UUID, 40 characters; the same as long as the device keeps its id. */
            registration_id: string;
            /** @description The device, by your own id. */
            device_id: string;
            /**
             * @description The push network: ios (APNs) or android (FCM).
             * @enum {string}
             */
            platform: "ios" | "android";
            /**
             * @description Whether notifications reach it. A device is inactive when another device registered its token later or the network reports the token as dead: register it again.
             * @enum {string}
             */
            status: "active" | "inactive";
            /** @description Time of the present registration; repeating it changes nothing; ISO 8601, UTC, milliseconds. */
            registered_at: string;
        };
        /** @description A device of a user. */
        PushDeviceListed: {
            /** @description The id of the registration: `dev_` and a UUID, 40 characters; the same as long as the device keeps its id. */
            registration_id: string;
            /** @description The device, by your own id. */
            device_id: string;
            /**
             * @description The push network: ios (APNs) or android (FCM).
             * @enum {string}
             */
            platform: "ios" | "android";
            /**
             * @description Whether notifications reach it. A device is inactive when another device registered its token later or the network reports the token as dead: register it again.
             * @enum {string}
             */
            status: "active" | "inactive";
            /** @description Time of the present registration; repeating it changes nothing; ISO 8601, UTC, milliseconds. */
            registered_at: string;
            /** @description The user of the device, by your own id. */
            user_id: string;
            /** @description The version of the app; null when unknown. */
            app_version: string | null;
            /** @description The language of the user; null when unknown. */
            language: string | null;
            /** @description Time of the last registration, unchanged ones included; ISO 8601, UTC, milliseconds. */
            last_seen_at: string;
        };
        /** @description A device to register for notifications. */
        PushDeviceRegistration: {
            /** @description The user of the device, by your own id, 1 to 128 characters. A consumer is always the user of the token and may leave it out. */
            user_id?: string | null;
            /** @description An id of the device that stays the same when its user changes, 1 to 128 characters. */
            device_id: string;
            /** @description The push network: ios (APNs) or android (FCM). Any other value is NOTIF_005. */
            platform: string;
            /** @description The push token of the app on this device: 64 to 200 hexadecimal digits for ios; 20 to 4,096 letters, digits, _, - and : for android. It is stored encrypted and never returned. A token that does not fit the platform is NOTIF_001. */
            push_token: string;
            /** @description The version of the app, 1 to 64 characters; null or left out when not known. */
            app_version?: string | null;
            /** @description The language of the user, a code such as en or es-MX; null or left out when unknown. */
            language?: string | null;
        };
        /** @description A queued notification. */
        QueuedNotification: {
            /** @description The id of the notification: `ntf_` and a UUID, 40 characters. */
            notification_id: string;
            /**
             * @description Always queued; the history shows the outcome.
             * @constant
             */
            status: "queued";
            /**
             * @description The category.
             * @enum {string}
             */
            category: "security_alert" | "phishing_detected" | "fraud_alert" | "darkweb_alert" | "vpn_status" | "refund_status" | "system";
            /**
             * @description The urgency.
             * @enum {string}
             */
            priority: "low" | "normal" | "high" | "critical";
            /** @description Number of devices it is sent to. When none of them is reachable, it is sent to the other devices of the user. */
            devices_targeted: number;
            /** @description When it was queued; ISO 8601, UTC, milliseconds. */
            created_at: string;
        };
        /** @description A recorded score. */
        RealtimeScore: {
            /** @description Your own id of the transaction. */
            transaction_id: string;
            /** @description From 0 to 1, four decimals: the greater of the model’s probability and the minimum of the rules. */
            fraud_score: number;
            /**
             * @description Below 0.30 low, below 0.60 medium, below 0.85 high, otherwise critical.
             * @enum {string}
             */
            fraud_level: "low" | "medium" | "high" | "critical";
            /** @description Whether the score reaches the alert threshold, by default 0.60. */
            is_alert: boolean;
            /**
             * @description By default low: approve, medium: review, high: challenge, critical: deny; your policy and lists override it.
             * @enum {string}
             */
            recommendation: "approve" | "review" | "challenge" | "deny";
            /** @description Grows with the distance of the model's probability from 0.5; lower for a user with a short history. */
            confidence: number;
            /** @description Processing time of this request, milliseconds. */
            processing_time_ms: number;
            /** @description Rules that fired, then reasons from the model, the most important first. Never empty above low. */
            risk_factors: components["schemas"]["RiskFactor"][];
            /** @description Recent activity of the user up to the time of the transaction; null if it was not requested. */
            velocity_check: {
                /** @description The user's transactions in the hour that ends with this one, itself included. */
                transactions_1h: number;
                /** @description The same in 24 hours. */
                transactions_24h: number;
                /** @description Sum of the user's transfers, payments and withdrawals in these 24 hours, in major units of this transaction's currency; other currencies are converted at fixed rates. */
                amount_24h: number;
                /** @description Whether count or sum are far above the user’s usual values. */
                is_unusual: boolean;
            } | null;
            /** @description Model version, as v<major>.<minor>.<patch>. Major 0 is the rule set, which scores alone when no model is available. */
            model_version: string;
            /** @description Id of this request. */
            request_id: string;
        };
        /** @description Another access token of the same session; the refresh token stays the same. */
        RefreshedToken: {
            /** @description The token for the header `Authorization: Bearer …`; a JWT of at most 8,192 characters. */
            access_token: string;
            /**
             * @description Always `Bearer`.
             * @constant
             */
            token_type: "Bearer";
            /** @description Seconds for which the access token is valid, 3,600. */
            expires_in: number;
        };
        /** @description The refund at the time of the event; fields appear with the status that has them. */
        RefundEventData: {
            /** @description The refund: `rf_` and a UUID, 39 characters. */
            refund_id: string;
            /**
             * @description Status of the refund: pending (can be cancelled), processing (the payment network has it), completed, failed (can be retried), cancelled, or voided.
             * @enum {string}
             */
            status: "pending" | "processing" | "completed" | "failed" | "cancelled" | "voided";
            /** @description Your id of the transaction that is refunded, at most 128 characters. */
            transaction_id: string;
            /** @description The fraud alert that caused it, as requested; absent without one. */
            alert_id?: string;
            /** @description Amount in major units, greater than 0, with at most the currency's decimals; 10.5 is ten euros fifty. */
            amount: number;
            /** @description ISO 4217 code of the amount, three upper-case letters. */
            currency: string;
            /** @description Your reason code, 1 to 64 lower-case letters, digits and underscores. */
            reason: string;
            /** @description The reason in words, at most 1,000 characters; absent when not given. */
            description?: string;
            /** @description Who gets the money. */
            beneficiary: {
                /** @description Name of the account holder, at most 140 characters; `[erased]` after an erasure. */
                name: string;
                /** @description Account number with all but its first and last digits replaced by `*`. */
                account_masked: string;
            };
            /** @description True when the beneficiary is not the transaction's user; absent otherwise. */
            beneficiary_mismatch?: boolean;
            /** @description When the refund was requested; ISO 8601, UTC, milliseconds. */
            created_at: string;
            /** @description Your references, as requested. */
            metadata: {
                /** @description Your id of the case, at most 128 characters; absent when not given. */
                case_id?: string;
                /** @description Your id of the person who handled the case, at most 128 characters; absent when not given. */
                agent_id?: string;
            };
            /** @description The payment network's reason, for example INVALID_ACCOUNT_NUMBER; present while the refund is failed. */
            failure_reason?: string;
            /** @description How often the refund was retried, 0 to 5. */
            retry_count?: number;
            /** @description Failure of the attempt before the last retry; null without one. */
            previous_failure?: {
                /** @description When the attempt failed; ISO 8601, UTC, milliseconds. */
                failed_at: string;
                /** @description The payment network's reason, in capitals. */
                failure_reason: string;
            } | null;
            /** @description When the refund was last retried, null when never; ISO 8601, UTC, milliseconds. */
            retried_at?: string | null;
            /** @description When the refund was cancelled; ISO 8601, UTC, milliseconds. */
            cancelled_at?: string;
            /** @description Who cancelled it: as requested, by default the user of the token. */
            cancelled_by?: string;
            /** @description Why it was cancelled, at most 1,000 characters; absent when not given. */
            cancel_reason?: string;
            /** @description When the refund was voided; ISO 8601, UTC, milliseconds. */
            voided_at?: string;
            /** @description Who voided it: as requested, by default the user of the token. */
            voided_by?: string;
            /** @description Why it was voided: fraud_not_confirmed, beneficiary_data_error, duplicate_refund, compliance_hold, customer_request. */
            void_reason?: string;
            /** @description The reason in words, at most 1,000 characters; absent when not given. */
            void_details?: string;
            /** @description Amount of the voided refund in major units of its currency. */
            original_amount?: number;
            /** @description Whether the beneficiary was already credited; then the money is reversed. */
            funds_transferred?: boolean;
            /**
             * @description Progress of the reversal; absent when no money moved. At each change, `refund.voided` is sent again.
             * @enum {string}
             */
            reversal_status?: "pending" | "completed" | "failed";
            /** @description The payment network's reference of the reversal; absent until there is one. */
            reversal_reference?: string;
            /**
             * @description Always `refund`.
             * @constant
             */
            object: "refund";
            /** @description When the beneficiary was credited; ISO 8601, UTC, milliseconds. */
            completed_at?: string;
            /** @description The payment network's reference of the transfer. */
            reference?: string;
            /** @description Whole seconds from request to completion, rounded up, at least 1. */
            processing_time_seconds?: number;
        };
        /** @description A refund in its current state; fields appear with the status that has them. */
        RefundRecord: {
            /** @description The refund: `rf_` and a UUID, 39 characters. */
            refund_id: string;
            /**
             * @description Status of the refund: pending (can be cancelled), processing (the payment network has it), completed, failed (can be retried), cancelled, or voided.
             * @enum {string}
             */
            status: "pending" | "processing" | "completed" | "failed" | "cancelled" | "voided";
            /** @description The Idempotency-Key of its request, 1 to 255 characters. */
            idempotency_key: string;
            /** @description Your id of the transaction that is refunded, at most 128 characters. */
            transaction_id: string;
            /** @description The fraud alert that caused it, as requested; absent without one. */
            alert_id?: string;
            /** @description Amount in major units, greater than 0, with at most the currency's decimals; 10.5 is ten euros fifty. */
            amount: number;
            /** @description ISO 4217 code of the amount, three upper-case letters. */
            currency: string;
            /** @description Your reason code, 1 to 64 lower-case letters, digits and underscores. */
            reason: string;
            /** @description The reason in words, at most 1,000 characters; absent when not given. */
            description?: string;
            /** @description Who gets the money. */
            beneficiary: {
                /** @description Name of the account holder, at most 140 characters; `[erased]` after an erasure. */
                name: string;
                /** @description Account number with all but its first and last digits replaced by `*`. */
                account_masked: string;
            };
            /** @description True when the beneficiary is not the transaction's user; absent otherwise. */
            beneficiary_mismatch?: boolean;
            /** @description When the refund was requested; ISO 8601, UTC, milliseconds. */
            created_at: string;
            /** @description The user or service account whose token requested it. It cannot void the refund where a void needs a second person. */
            requested_by: string;
            /** @description When the money should arrive, 30 seconds after the request; an estimate; ISO 8601, UTC, milliseconds. */
            estimated_completion: string;
            /** @description Quote these when you ask about this refund. */
            tracking: {
                /** @description A reference to read out on the phone: `RFD-` and 12 characters. */
                reference: string;
                /** @description A trace id, 32 hexadecimal digits, the same for the whole life of the refund. */
                trace_id: string;
            };
            /** @description Your references, as requested. */
            metadata: {
                /** @description Your id of the case, at most 128 characters; absent when not given. */
                case_id?: string;
                /** @description Your id of the person who handled the case, at most 128 characters; absent when not given. */
                agent_id?: string;
            };
            /** @description How it was paid; present once it is, also after a void. */
            completion?: {
                /** @description When the beneficiary was credited; ISO 8601, UTC, milliseconds. */
                completed_at: string;
                /** @description The payment network's reference of the transfer. */
                reference: string;
                /** @description Whole seconds from request to completion, rounded up, at least 1. */
                processing_time_seconds: number;
            };
            /** @description The payment network's reason, for example INVALID_ACCOUNT_NUMBER; present while the refund is failed. */
            failure_reason?: string;
            /** @description How often the refund was retried, 0 to 5. */
            retry_count?: number;
            /** @description Failure of the attempt before the last retry; null without one. */
            previous_failure?: {
                /** @description When the attempt failed; ISO 8601, UTC, milliseconds. */
                failed_at: string;
                /** @description The payment network's reason, in capitals. */
                failure_reason: string;
            } | null;
            /** @description When the refund was last retried, null when never; ISO 8601, UTC, milliseconds. */
            retried_at?: string | null;
            /** @description When the refund was cancelled; ISO 8601, UTC, milliseconds. */
            cancelled_at?: string;
            /** @description Who cancelled it: as requested, by default the user of the token. */
            cancelled_by?: string;
            /** @description Why it was cancelled, at most 1,000 characters; absent when not given. */
            cancel_reason?: string;
            /** @description When the refund was voided; ISO 8601, UTC, milliseconds. */
            voided_at?: string;
            /** @description Who voided it: as requested, by default the user of the token. */
            voided_by?: string;
            /** @description Why it was voided: fraud_not_confirmed, beneficiary_data_error, duplicate_refund, compliance_hold, customer_request. */
            void_reason?: string;
            /** @description The reason in words, at most 1,000 characters; absent when not given. */
            void_details?: string;
            /** @description Amount of the voided refund in major units of its currency. */
            original_amount?: number;
            /** @description Whether the beneficiary was already credited; then the money is reversed. */
            funds_transferred?: boolean;
            /**
             * @description Progress of the reversal; absent when no money moved. At each change, `refund.voided` is sent again.
             * @enum {string}
             */
            reversal_status?: "pending" | "completed" | "failed";
            /** @description The payment network's reference of the reversal; absent until there is one. */
            reversal_reference?: string;
            /** @description Present when the request repeated an earlier one; nothing was done again. */
            duplicate?: {
                /**
                 * @description Always REFUND_004.
                 * @constant
                 */
                code: "REFUND_004";
                /** @description The message of this code, for people. */
                message: string;
                /** @description When the first request arrived; ISO 8601, UTC, milliseconds. */
                first_request_at: string;
            };
        };
        /**
         * @description Reason for a score. `cold_start_large_amount`: A large amount from a user without a history. `first_transaction_amount`: The first transaction of a user is larger than 99.9 % of the client's last 1,000 first transactions. `burst_10m`: Many transactions of one user in ten minutes. `new_device_large_transfer`: A transfer of several times the usual amount from a device that is new for the user. `shared_device`: At least two other users used the device in the last 30 days. `merchant_left_out`: The transaction names no merchant, although those of the user usually do. `device_known_fraud`: A fraud of another user with the device became known in the last 30 days. `account_known_fraud`: A fraud of another user with the account became known in the last 30 days. `card_testing`: Many small amounts from several users on one device in ten minutes. `structuring`: Several amounts in a day, each just below the reporting threshold. `refund_without_payment`: A refund from a merchant that the user has not paid in the last 30 days. `list_block`: The transaction is on the client's block list. `list_allow`: The transaction is on the client's allow list. `amount_unusual`: The amount is unusual for the user. `velocity_unusual`: The number or the sum of recent transactions is unusually high. `merchant_risk`: The merchant has known frauds or an unusual pattern of transactions. `device_risk`: The device or its address is new for the user, or is used by other users. `time_unusual`: The hour or the day of the week is typical of fraud. `profile_risk`: The age of the user's history, earlier frauds or the operation type are typical of fraud. `model_unavailable`: The model was not available: the score is that of the rules alone.
         * @enum {string}
         */
        RiskFactor: "cold_start_large_amount" | "first_transaction_amount" | "burst_10m" | "new_device_large_transfer" | "shared_device" | "merchant_left_out" | "device_known_fraud" | "account_known_fraud" | "card_testing" | "structuring" | "refund_without_payment" | "list_block" | "list_allow" | "amount_unusual" | "velocity_unusual" | "merchant_risk" | "device_risk" | "time_unusual" | "profile_risk" | "model_unavailable";
        /** @description A login of a machine, without its secret. */
        ServiceAccount: {
            /** @description Id of the service account, as in `sub` of its tokens and in audit histories. */
            service_account_id: string;
            /** @description The client of the machine: the account sees and changes only records of this client. */
            client_id: string;
            /** @description Description of the machine. */
            name: string;
            /** @description The login name: `email` of `POST /api/auth/login`. It receives no mail. */
            email: string;
            /** @description The scopes of its tokens; they never change. */
            scopes: ("refund:read" | "refund:write" | "refund:void" | "refund:reconcile" | "audit:read" | "audit:read:any" | "transaction:read" | "transaction:write" | "fraud:score" | "fraud:review" | "fraud:admin" | "sms:analyze" | "vpn:use" | "vpn:use:any" | "vpn:admin" | "vpn:agent" | "notify:register" | "notify:send" | "notify:read" | "detection:read" | "detection:write" | "events:read" | "webhooks:manage" | "users:admin" | "subjects:erase")[];
            /**
             * @description Only an `active` account can log in, and only while its client is active.
             * @enum {string}
             */
            status: "active" | "expired" | "revoked";
            /** @description When it was created: ISO 8601, UTC, milliseconds. */
            created_at: string;
            /** @description When it expires: ISO 8601, UTC, milliseconds; null = never. */
            expires_at: string | null;
            /** @description When it was revoked: ISO 8601, UTC, milliseconds; null = not revoked. */
            revoked_at: string | null;
            /** @description When it last logged in, refreshed a token or sent a request, to about a minute: ISO 8601, UTC, milliseconds; null = never. */
            last_used_at: string | null;
        };
        /** @description The recorded analysis of a message. */
        SmsAnalysis: {
            /** @description The analysis: `sms_` and a UUID, 40 characters. */
            analysis_id: string;
            /** @description Your id of the message; null if you sent none. */
            message_id: string | null;
            /** @description Whether the score reaches the model's threshold, which the model card contains. */
            is_phishing: boolean;
            /**
             * @description It is low below 0.30, medium below 0.60, high below 0.85, and critical from 0.85 on.
             * @enum {string}
             */
            risk_level: "low" | "medium" | "high" | "critical";
            /** @description A calibrated probability with four decimals. Rules can raise it, and cap it for messages that are harmless by their form, such as one-time codes. */
            risk_score: number;
            /** @description Grows with the distance of the score from 0.5. It is lower for an unknown language, for unknown or few words, and if rules contradict the model. */
            confidence_score: number;
            /** @description The threats that were found. */
            threat_indicators: {
                /**
                 * @description The kind of threat.
                 * @enum {string}
                 */
                type: "bank_impersonation" | "delivery_scam" | "prize_scam" | "urgency_language" | "suspicious_url" | "credential_request" | "government_impersonation" | "family_impersonation" | "job_scam" | "crypto_scam" | "wrong_number" | "phishing_wording";
                /**
                 * @description The weight of the indicator.
                 * @enum {string}
                 */
                severity: "low" | "medium" | "high" | "critical";
                /** @description An explanation for the recipient, in the language of the message. */
                description: string;
                /** @description The quoted evidence; null once the message is deleted. */
                evidence: components["schemas"]["SmsEvidence"] | null;
            }[];
            /** @description The analysis of the sender. */
            sender_analysis: {
                /** @description Whether `contacts_hash` contains the sender; false if it was not sent. */
                is_known_contact: boolean;
                /**
                 * @description The kind of sender, by its form, and by the user's contacts and your client's country if they are known.
                 * @enum {string}
                 */
                sender_type: "short_code" | "alphanumeric" | "local_number" | "foreign_number" | "email_gateway" | "unknown_number" | "known_contact";
            };
            /** @description The analysis of the URLs. The service opens none of them. */
            url_analysis: {
                /** @description Number of distinct URLs in the text and in `extracted_urls`. */
                urls_found: number;
                /** @description How many of them have the verdict malicious. */
                malicious_urls: number;
                /** @description At most 64 URLs, in the order of the message; null once the message is deleted. */
                urls: {
                    /** @description The URL without disguise (`hxxp`, `[.]`). */
                    url: string;
                    /** @description The host of the URL. */
                    host: string;
                    /** @description The registrable domain; null if the host is not a domain name. */
                    domain: string | null;
                    /**
                     * @description `official` is a URL of a known brand, an authority or a widely known site.
                     * @enum {string}
                     */
                    verdict: "official" | "unremarkable" | "suspicious" | "malicious";
                    /** @description The reasons for the verdict. */
                    reasons: string[];
                    /** @description From 0 to 1. */
                    risk: number;
                    /** @description Where the URL was found. */
                    evidence: components["schemas"]["SmsEvidence"];
                }[] | null;
            };
            /** @description Advice for the recipient, in the language of the message; empty once the message is deleted. */
            recommendations: string[];
            /** @description Language of the message: en, es or other. Descriptions and advice are in Spanish for es, in English otherwise. */
            language: string;
            /** @description Names of the rules that raised the score. */
            rules: string[];
            /** @description Version of the model, v<major>.<minor>.<patch>. */
            model_version: string;
            /** @description Version of the rules. */
            rules_version: number;
            /** @description When it was analysed; ISO 8601, UTC, milliseconds. */
            analyzed_at: string;
        };
        /** @description An analysis in its present state. */
        SmsAnalysisRecord: {
            /** @description The analysis: `sms_` and a UUID, 40 characters. */
            analysis_id: string;
            /** @description Your id of the message; `[erased]` after the person is erased. */
            message_id: string | null;
            /** @description Whether the score reaches the model's threshold, which the model card contains. */
            is_phishing: boolean;
            /**
             * @description It is low below 0.30, medium below 0.60, high below 0.85, and critical from 0.85 on.
             * @enum {string}
             */
            risk_level: "low" | "medium" | "high" | "critical";
            /** @description A calibrated probability with four decimals. Rules can raise it, and cap it for messages that are harmless by their form, such as one-time codes. */
            risk_score: number;
            /** @description Grows with the distance of the score from 0.5. It is lower for an unknown language, for unknown or few words, and if rules contradict the model. */
            confidence_score: number;
            /** @description The threats that were found. */
            threat_indicators: {
                /**
                 * @description The kind of threat.
                 * @enum {string}
                 */
                type: "bank_impersonation" | "delivery_scam" | "prize_scam" | "urgency_language" | "suspicious_url" | "credential_request" | "government_impersonation" | "family_impersonation" | "job_scam" | "crypto_scam" | "wrong_number" | "phishing_wording";
                /**
                 * @description The weight of the indicator.
                 * @enum {string}
                 */
                severity: "low" | "medium" | "high" | "critical";
                /** @description An explanation for the recipient, in the language of the message. */
                description: string;
                /** @description The quoted evidence; null once the message is deleted. */
                evidence: components["schemas"]["SmsEvidence"] | null;
            }[];
            /** @description The analysis of the sender. */
            sender_analysis: {
                /** @description Whether `contacts_hash` contains the sender; false if it was not sent. */
                is_known_contact: boolean;
                /**
                 * @description The kind of sender, by its form, and by the user's contacts and your client's country if they are known.
                 * @enum {string}
                 */
                sender_type: "short_code" | "alphanumeric" | "local_number" | "foreign_number" | "email_gateway" | "unknown_number" | "known_contact";
            };
            /** @description The analysis of the URLs. The service opens none of them. */
            url_analysis: {
                /** @description Number of distinct URLs in the text and in `extracted_urls`. */
                urls_found: number;
                /** @description How many of them have the verdict malicious. */
                malicious_urls: number;
                /** @description At most 64 URLs, in the order of the message; null once the message is deleted. */
                urls: {
                    /** @description The URL without disguise (`hxxp`, `[.]`). */
                    url: string;
                    /** @description The host of the URL. */
                    host: string;
                    /** @description The registrable domain; null if the host is not a domain name. */
                    domain: string | null;
                    /**
                     * @description `official` is a URL of a known brand, an authority or a widely known site.
                     * @enum {string}
                     */
                    verdict: "official" | "unremarkable" | "suspicious" | "malicious";
                    /** @description The reasons for the verdict. */
                    reasons: string[];
                    /** @description From 0 to 1. */
                    risk: number;
                    /** @description Where the URL was found. */
                    evidence: components["schemas"]["SmsEvidence"];
                }[] | null;
            };
            /** @description Advice for the recipient, in the language of the message; empty once the message is deleted. */
            recommendations: string[];
            /** @description Language of the message: en, es or other. Descriptions and advice are in Spanish for es, in English otherwise. */
            language: string;
            /** @description Names of the rules that raised the score. */
            rules: string[];
            /** @description Version of the model, v<major>.<minor>.<patch>. */
            model_version: string;
            /** @description Version of the rules. */
            rules_version: number;
            /** @description When it was analysed; ISO 8601, UTC, milliseconds. */
            analyzed_at: string;
            /** @description Your id of the recipient; null if unknown, `[erased]` after an erasure. */
            user_id: string | null;
            /** @description Your id of the device; `[erased]` after the person is erased. */
            device_id: string | null;
            /**
             * @description The source of the message.
             * @enum {string}
             */
            platform: "android" | "sdk";
            /** @description When the message was received, as you sent it; ISO 8601, UTC, milliseconds. */
            received_date: string | null;
            /** @description The message, which is stored encrypted; null once it is deleted, by retention or erasure. */
            message: {
                /** @description As it was sent. */
                sender: string | null;
                /** @description As it was sent. */
                message_content: string;
                /** @description As they were sent. */
                extracted_urls: string[];
            } | null;
            /** @description The reported class of the message; null until it is reported. */
            feedback: {
                /**
                 * @description The last reported class of the message.
                 * @enum {string}
                 */
                verdict: "phishing" | "promotion" | "legitimate";
                /** @description When it was reported; ISO 8601, UTC, milliseconds. */
                given_at: string;
                /** @description The user or service account that reported it. */
                given_by: string;
            } | null;
        };
        /** @description The results of a batch. */
        SmsBatchResult: {
            /** @description Id of this request: `smb_` and a UUID. It is not recorded. */
            batch_id: string;
            /** @description One result per message, in the order of the request: the analysis or the error. */
            results: (components["schemas"]["SmsAnalysis"] | {
                /** @description Your id of the message; null if it is missing or invalid. */
                message_id: string | null;
                /** @description Why the message was not analysed. */
                error: {
                    /** @description The error code. */
                    code: string;
                    /** @description The error as text for people. */
                    message: string;
                    /** @description Details by field of the message. */
                    details: {
                        [key: string]: unknown;
                    };
                };
            })[];
            /** @description Totals of the request. */
            summary: {
                /** @description Messages of the request. */
                total: number;
                /** @description Analysed messages, including replayed ones. */
                analyzed: number;
                /** @description Analysed messages that are phishing. */
                phishing: number;
                /** @description Analysed messages by risk level. */
                by_risk_level: {
                    /** @description Analysed messages with risk level low. */
                    low: number;
                    /** @description Analysed messages with risk level medium. */
                    medium: number;
                    /** @description Analysed messages with risk level high. */
                    high: number;
                    /** @description Analysed messages with risk level critical. */
                    critical: number;
                };
                /** @description Messages that were not analysed. */
                failed: number;
            };
        };
        /** @description A literal quote from the request. */
        SmsEvidence: {
            /**
             * @description The part of the request that contains it.
             * @enum {string}
             */
            source: "text" | "sender" | "extracted_urls";
            /** @description Index in `extracted_urls`, from 0; only for that source. */
            index?: number;
            /** @description Start offset in the source, in UTF-16 units. */
            start: number;
            /** @description End offset in the source, exclusive, in UTF-16 units. */
            end: number;
            /** @description The source text between these offsets. */
            text: string;
        };
        /** @description A received message. */
        SmsMessage: {
            /** @description The sender as the phone shows it: a number, a name or an e-mail address, at most 320 characters. */
            sender?: string | null;
            /** @description The text of the message, 1 to 10,000 UTF-16 units. */
            message_content: string;
            /** @description Your id of the message, 1 to 128 characters. Together with `device_id` it makes the request idempotent for 24 hours. */
            message_id?: string | null;
            /** @description When the message was received; ISO 8601 date and time with any offset. */
            received_date?: string | null;
            /** @description The source of the message: android or sdk. Only the SDK can send messages that iOS received. */
            platform: string;
            /** @description URLs that you found in the message, in any notation: at most 1,000 of 10,240 characters, and 65,536 characters in total. The service never opens a URL. */
            extracted_urls?: string[] | null;
            /** @description Your id of the device, 1 to 128 characters. */
            device_id?: string | null;
            /** @description Your id of the user who received the message, 1 to 128 characters. If omitted, it is the user to whom the device is registered for notifications, unless only a consumer registered it. For a consumer it is always the user of the token. */
            user_id?: string | null;
            /** @description SHA-256 hashes, in lower-case hexadecimal, of the E.164 numbers of the user's contacts; at most 5,000. They are used for this request and not stored. */
            contacts_hash?: string[] | null;
        };
        /** @description A call that was blocked as spam. */
        SpamCallInput: {
            /** @description The number that called in E.164 form: `+` and 7 to 15 digits. */
            caller: string;
            /** @description Your id of the user who is concerned, 1 to 128 characters. */
            user_id?: string | null;
            /** @description When it was detected, at most 5 minutes ahead; ISO 8601 date and time with any offset. By default the time of the request or message. */
            detected_at?: string | null;
            /** @description How bad it is, if you know. */
            severity?: ("low" | "medium" | "high" | "critical") | null;
            /** @description Your id of the finding, 1 to 128 characters, unique among your client's of this kind. It makes the request idempotent. */
            id: string;
        };
        /** @description A person whose data the service has, and the status of their erasure. */
        Subject: {
            /** @description The person, as the path names them. */
            user_id: string;
            /**
             * @description Status: active (no erasure was requested), restricted (refunds in progress end first), retained (kept until `retained_until`), shredding (the keys are deleted and late records are erased), shredded (done).
             * @enum {string}
             */
            status: "active" | "restricted" | "retained" | "shredding" | "shredded";
            /** @description The last requested erasure; null if there was none. */
            erasure: {
                /**
                 * @description The legal basis. `aml_retention`, `tax_retention` and `legal_claim` are duties to keep the data: the person is restricted now and erased `RETENTION_YEARS` after their last refund closed. Under any other basis the person is erased now.
                 * @enum {string}
                 */
                legal_basis: "aml_retention" | "tax_retention" | "legal_claim" | "gdpr_art_17" | "consent_withdrawn" | "objection" | "purpose_ended" | "unlawful_processing";
                /** @description When it was requested; ISO 8601, UTC, milliseconds. */
                requested_at: string;
                /** @description The user, or service account, that requested it. */
                requested_by: string;
                /** @description When the duty to keep the data ends; null without such a duty, and until every refund is closed; ISO 8601, UTC, milliseconds. */
                retained_until: string | null;
                /** @description When the data keys were deleted; from then on only processes with a cached key can decrypt the data. Null until then; ISO 8601, UTC, milliseconds. */
                keys_deleted_at: string | null;
                /** @description When it was done: the data cannot be decrypted any more. Null until then; ISO 8601, UTC, milliseconds. */
                shredded_at: string | null;
                /** @description Number of objects (refunds, transactions, sessions …) that were restricted or erased. */
                streams: number;
            } | null;
        };
        /** @description The tokens of a new session. */
        TokenSet: {
            /** @description The token for the header `Authorization: Bearer …`; a JWT of at most 8,192 characters. */
            access_token: string;
            /** @description Valid only for POST /api/auth/refresh and logging out, for 30 days; a JWT. */
            refresh_token: string;
            /**
             * @description Always `Bearer`.
             * @constant
             */
            token_type: "Bearer";
            /** @description Seconds for which the access token is valid, 3,600. */
            expires_in: number;
            /** @description The user who is logged in. */
            user: {
                /** @description The user: `usr_` and a UUID. */
                id: string;
                /** @description The user's address; null after an erasure. */
                email: string | null;
            };
        };
        /** @description A recorded transaction, its refundable amount, and its refunds. */
        TransactionRecord: {
            /** @description Your own id of the transaction. */
            transaction_id: string;
            /** @description Your own id of the user whose transaction it is. */
            user_id: string;
            /** @description The user's account, as recorded; null when not given. */
            account_id: string | null;
            /** @description Of the transaction, in major units with at most the currency's decimals. */
            amount: number;
            /** @description Of all amounts here: ISO 4217, upper case. */
            currency: string;
            /** @description Kind of transaction: transfer, payment, withdrawal, deposit, refund. */
            operation_type: string;
            /** @description Who was paid, as recorded; null when not given. */
            merchant: {
                /** @description The merchant's id, as recorded; null when not given. */
                id: string | null;
                /** @description The merchant's name, as recorded; null when not given. */
                name: string | null;
                /** @description Its category, as recorded; null when not given. */
                category: string | null;
            } | null;
            /** @description The device that made the transaction, as recorded; null when not given. */
            device: {
                /** @description Its address, as recorded; null when not given. */
                ip: string | null;
                /** @description Its user agent, as recorded; null when not given. */
                user_agent: string | null;
                /** @description Its fingerprint, as recorded; null when not given. */
                fingerprint: string | null;
            } | null;
            /** @description When it happened, as you reported: ISO 8601, UTC, milliseconds. */
            timestamp: string;
            /** @description What refunds have paid or reserve of it, in major units: pending and processing refunds count, failed and cancelled ones do not, and a voided one counts until its money is back. */
            refunded_amount: number;
            /** @description The amount that a refund request can have at this moment, in major units. */
            refundable_amount: number;
            /** @description Its refunds, newest first, 50 at most. */
            refunds: {
                /** @description `rf_` and a UUID, for `GET /refund/{refund_id}`. */
                refund_id: string;
                /**
                 * @description Current status of the refund.
                 * @enum {string}
                 */
                status: "pending" | "processing" | "completed" | "failed" | "cancelled" | "voided";
                /** @description Of the refund, in major units. */
                amount: number;
                /** @description Of the refund; that of the transaction. */
                currency: string;
                /** @description Reason of the request. */
                reason: string;
                /** @description When it was requested: ISO 8601, UTC, milliseconds. */
                created_at: string;
            }[];
            /** @description Whether there are older refunds: `GET /refund/list?transaction_id=…` lists all of them. */
            has_more_refunds: boolean;
        };
        /** @description A person who logs in. */
        User: {
            /** @description The user: `usr_` and a UUID. */
            user_id: string;
            /** @description The client: `clt_` and a UUID. */
            client_id: string;
            /** @description Address to log in with; null after an erasure. */
            email: string | null;
            /** @description Name that colleagues see in place of the id; null without one, and after an erasure. */
            display_name: string | null;
            /**
             * @description The role of the user; “Authentication and roles” lists the scopes of each role.
             * @enum {string}
             */
            role: "consumer" | "integrator" | "operator" | "auditor" | "admin";
            /**
             * @description Whether the user can log in.
             * @enum {string}
             */
            status: "active" | "disabled";
            /** @description When the user was registered; ISO 8601, UTC, milliseconds. */
            created_at: string;
        };
        /** @description A server that devices may connect to. */
        VpnServer: {
            /** @description The number of the server. */
            id: number;
            /** @description Its display name. */
            name: string;
            /** @description The name of the server's country. */
            country: string;
            /** @description ISO 3166-1 code of the country, two upper-case letters. */
            country_code: string;
            /** @description The server's city. */
            city: string;
            /** @description Its IPv4 or IPv6 address for clients. */
            ip: string;
            /** @description Its port for clients. */
            port: number;
            /**
             * @description The transport protocol of its tunnels.
             * @enum {string}
             */
            protocol: "udp" | "tcp";
            /** @description Used slots in percent, 0 to 100; 100 means that no slot is free. */
            capacity_percent: number;
            /**
             * @description The same as a label: Medium from 50 percent, High from 80.
             * @enum {string}
             */
            load: "Low" | "Medium" | "High";
            /** @description One of the up to three least used servers that are online. */
            recommended: boolean;
            /**
             * @description In maintenance it takes no new sessions.
             * @enum {string}
             */
            status: "online" | "maintenance";
        };
        /** @description A server as its operator sees it. */
        VpnServerRecord: {
            /** @description The number of the server. */
            id: number;
            /** @description Its display name. */
            name: string;
            /** @description The name of the server's country. */
            country: string;
            /** @description ISO 3166-1 code of the country, two upper-case letters. */
            country_code: string;
            /** @description The server's city. */
            city: string;
            /** @description Its IPv4 or IPv6 address for clients. */
            ip: string;
            /** @description Its port for clients. */
            port: number;
            /**
             * @description The transport protocol of its tunnels.
             * @enum {string}
             */
            protocol: "udp" | "tcp";
            /** @description Simultaneous sessions, 1 to 5000. */
            capacity: number;
            /** @description The resolvers for connected clients. */
            dns_servers: string[];
            /** @description Where tunnels lead: `full`, networks in CIDR notation, or `none`. Servers that were registered before `routing` existed have `none`. */
            routing: ("full" | "none") | string[];
            /**
             * @description Whether it takes new sessions.
             * @enum {string}
             */
            status: "online" | "maintenance" | "retired";
            /** @description Its taken slots, at this moment. */
            used: number;
        };
        /** @description A session that is open. */
        VpnSession: {
            /** @description The session: `vps_` and a UUID, 40 characters. */
            session_id: string;
            /** @description The session's user, by the client's own id. */
            user_id: string;
            /** @description The device's slot among those of the user, 1 or 2. */
            slot_id: number;
            /** @description The number of the server. */
            server_id: number;
            /** @description The device, by its own id. */
            device_id: string;
            /**
             * @description Connected since the first heartbeat or tunnel.
             * @enum {string}
             */
            status: "issued" | "connected";
            /** @description When the session was opened; ISO 8601, UTC, milliseconds. */
            issued_at: string;
            /** @description When it was first connected, null before that; ISO 8601, UTC, milliseconds. */
            connected_at: string | null;
            /** @description When the session ends without another heartbeat; ISO 8601, UTC, milliseconds. */
            lease_expires_at: string;
            /** @description When the credentials end, a day after they were issued; ISO 8601, UTC, milliseconds. */
            expires_at: string;
            /** @description Reported bytes to the device so far. */
            bytes_in: number;
            /** @description Reported bytes from the device so far. */
            bytes_out: number;
        };
        /** @description A session, open or over. */
        VpnSessionPast: {
            /** @description The session: `vps_` and a UUID, 40 characters. */
            session_id: string;
            /** @description The session's user, by the client's own id; `[erased]` after an erasure. */
            user_id: string;
            /** @description The number of the server. */
            server_id: number;
            /** @description The device's slot among those of the user, 1 or 2. */
            slot_id: number;
            /** @description The kind of device, null when not given. */
            device_type: string | null;
            /** @description Its platform, null when not given. */
            platform: string | null;
            /**
             * @description Issued, connected, or how it ended. Withdrawn: it could not be opened completely.
             * @enum {string}
             */
            status: "issued" | "connected" | "disconnected" | "expired" | "revoked" | "withdrawn";
            /** @description When the session was opened; ISO 8601, UTC, milliseconds. */
            issued_at: string;
            /** @description When it was first connected, null when never; ISO 8601, UTC, milliseconds. */
            connected_at: string | null;
            /** @description When it ended, null while it is open; ISO 8601, UTC, milliseconds. */
            ended_at: string | null;
            /** @description Why it was revoked; null otherwise. */
            reason: string | null;
        };
        /** @description A session in its present state. */
        VpnSessionRecord: {
            /** @description The session: `vps_` and a UUID, 40 characters. */
            session_id: string;
            /** @description The session's user, by the client's own id; `[erased]` after an erasure. */
            user_id: string;
            /** @description The number of the server. */
            server_id: number;
            /** @description The device's slot among those of the user, 1 or 2. */
            slot_id: number;
            /** @description The kind of device, null when not given. */
            device_type: string | null;
            /** @description Its platform, null when not given. */
            platform: string | null;
            /**
             * @description Issued, connected, or how it ended. Withdrawn: it could not be opened completely.
             * @enum {string}
             */
            status: "issued" | "connected" | "disconnected" | "expired" | "revoked" | "withdrawn";
            /** @description When the session was opened; ISO 8601, UTC, milliseconds. */
            issued_at: string;
            /** @description When it was first connected, null when never; ISO 8601, UTC, milliseconds. */
            connected_at: string | null;
            /** @description When it ended, null while it is open; ISO 8601, UTC, milliseconds. */
            ended_at: string | null;
            /** @description Why it was revoked; null otherwise. */
            reason: string | null;
            /** @description What is known of a session only while it is open; null once it is over. */
            open: {
                /** @description The device, by its own id. */
                device_id: string;
                /** @description When the session ends without another heartbeat; ISO 8601, UTC, milliseconds. */
                lease_expires_at: string;
                /** @description When the credentials end, a day after they were issued; ISO 8601, UTC, milliseconds. */
                expires_at: string;
                /** @description Reported bytes to the device so far. */
                bytes_in: number;
                /** @description Reported bytes from the device so far. */
                bytes_out: number;
            } | null;
        };
        /** @description Another endpoint of yours that was disabled. */
        WebhookDisabledData: {
            /**
             * @description Always `webhook`.
             * @constant
             */
            object: "webhook";
            /** @description The endpoint: `wh_` and a UUID. */
            webhook_id: string;
            /**
             * @description Why it is disabled: it answered 410, or it failed for seven days.
             * @enum {string}
             */
            reason: "gone" | "failing";
            /** @description The UTC days on which it failed, ISO 8601 dates; empty when it answered 410. */
            failed_days: string[];
            /** @description When it was disabled; ISO 8601, UTC, milliseconds. */
            disabled_at: string;
        };
        /** @description The present state of an endpoint, without its secret. */
        WebhookRecord: {
            /** @description The endpoint: `wh_` and a UUID. */
            webhook_id: string;
            /** @description The HTTPS address that events are sent to, at most 2,048 characters. */
            url: string;
            /** @description Its event types: a type, a family such as `refund.*`, or `*` for all. */
            events: string[];
            /** @description Your description, at most 500 characters; null without one. */
            description: string | null;
            /** @description Your own data, at most 4,096 bytes of JSON. */
            metadata: {
                [key: string]: components["schemas"]["__schema0"];
            };
            /** @description Deliveries per second at most; null means no limit. */
            rate_per_second: number | null;
            /**
             * @description Whether events are sent to it.
             * @enum {string}
             */
            status: "active" | "disabled";
            /** @description Why it is disabled: you requested it, it answered 410, or it failed for seven days; null while it is active. */
            disabled_reason: ("requested" | "gone" | "failing") | null;
            /** @description When it was registered; ISO 8601, UTC, milliseconds. */
            created_at: string;
            /** @description When it was last changed; ISO 8601, UTC, milliseconds. */
            updated_at: string;
        };
    };
    responses: {
        /** @description `AUTH_001`: Invalid credentials. Log in again; do not repeat the same credentials. */
        AUTH_001: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    error_code?: "AUTH_001";
                };
            };
        };
        /**
         * @description `AUTH_001`: Invalid credentials. Log in again; do not repeat the same credentials.
         *
         *     `AUTH_002`: The token has expired. Get a new access token with the refresh token, or log in again if the refresh token has expired.
         */
        "AUTH_001.AUTH_002": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    error_code?: "AUTH_001" | "AUTH_002";
                };
            };
        };
        /**
         * @description `AUTH_001`: Invalid credentials. Log in again; do not repeat the same credentials.
         *
         *     `AUTH_002`: The token has expired. Get a new access token with the refresh token, or log in again if the refresh token has expired.
         */
        "AUTH_001.AUTH_002.nested": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @description What is wrong. */
                    error: {
                        /**
                         * @description An error code of the catalogue; its meaning never changes.
                         * @enum {string}
                         */
                        code: "AUTH_001" | "AUTH_002";
                        /** @description What is wrong, for people. */
                        message: string;
                        /** @description Where it is wrong: `field`, `reason` and `fields` of an invalid request, or the details of the code. */
                        details?: {
                            [key: string]: unknown;
                        };
                        /** @description The response's `X-Request-Id`; quote it when you report a problem. */
                        request_id: string;
                    };
                };
            };
        };
        /** @description `AUTH_003`: Insufficient scope. Ask an administrator for a role with the scope in `details.required_scope`, or for one of `details.required_roles`; if there is a reason instead, the caller may not do this. */
        AUTH_003: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    error_code?: "AUTH_003";
                };
            };
        };
        /** @description `AUTH_003`: Insufficient scope. Ask an administrator for a role with the scope in `details.required_scope`, or for one of `details.required_roles`; if there is a reason instead, the caller may not do this. */
        "AUTH_003.nested": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @description What is wrong. */
                    error: {
                        /**
                         * @description An error code of the catalogue; its meaning never changes.
                         * @enum {string}
                         */
                        code: "AUTH_003";
                        /** @description What is wrong, for people. */
                        message: string;
                        /** @description Where it is wrong: `field`, `reason` and `fields` of an invalid request, or the details of the code. */
                        details?: {
                            [key: string]: unknown;
                        };
                        /** @description The response's `X-Request-Id`; quote it when you report a problem. */
                        request_id: string;
                    };
                };
            };
        };
        /**
         * @description `AUTH_004`: Too many login attempts. Wait for the seconds in `Retry-After`; until then even the right password is refused.
         *
         *     `RATE_LIMIT_EXCEEDED`: Too many requests. Wait for the seconds in `Retry-After`, then send it again.
         */
        "AUTH_004.RATE_LIMIT_EXCEEDED": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    error_code?: "AUTH_004" | "RATE_LIMIT_EXCEEDED";
                };
            };
        };
        /** @description `CONFLICT`: The request conflicts with what is already recorded. Read the current record, then decide again; a repeat of the request gets the same response. */
        CONFLICT: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    error_code?: "CONFLICT";
                };
            };
        };
        /** @description `CONFLICT`: The request conflicts with what is already recorded. Read the current record, then decide again; a repeat of the request gets the same response. */
        "CONFLICT.nested": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @description What is wrong. */
                    error: {
                        /**
                         * @description An error code of the catalogue; its meaning never changes.
                         * @enum {string}
                         */
                        code: "CONFLICT";
                        /** @description What is wrong, for people. */
                        message: string;
                        /** @description Where it is wrong: `field`, `reason` and `fields` of an invalid request, or the details of the code. */
                        details?: {
                            [key: string]: unknown;
                        };
                        /** @description The response's `X-Request-Id`; quote it when you report a problem. */
                        request_id: string;
                    };
                };
            };
        };
        /**
         * @description `DARKWEB_001`: Invalid email format. Correct the fields in `details`.
         *
         *     `INVALID_REQUEST`: The request is not valid. Correct the fields in `details.fields`, then send it again.
         */
        "DARKWEB_001.INVALID_REQUEST": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    error_code?: "DARKWEB_001" | "INVALID_REQUEST";
                };
            };
        };
        /** @description `DARKWEB_004`: Too many queries. Wait for the seconds in `Retry-After`. */
        DARKWEB_004: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    error_code?: "DARKWEB_004";
                };
            };
        };
        /**
         * @description `EMAIL_001`: Invalid email content. Correct the fields in `details`.
         *
         *     `EMAIL_002`: Missing required fields. Add the fields in `details`.
         *
         *     `INVALID_REQUEST`: The request is not valid. Correct the fields in `details.fields`, then send it again.
         */
        "EMAIL_001.EMAIL_002.INVALID_REQUEST": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    error_code?: "EMAIL_001" | "EMAIL_002" | "INVALID_REQUEST";
                };
            };
        };
        /** @description `EMAIL_006`: Rate limit exceeded. Wait for the seconds in `Retry-After`. */
        EMAIL_006: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    error_code?: "EMAIL_006";
                };
            };
        };
        /** @description `FRAUD_001`: Invalid transaction data. Correct the fields in `details`. */
        "FRAUD_001.nested": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @description What is wrong. */
                    error: {
                        /**
                         * @description An error code of the catalogue; its meaning never changes.
                         * @enum {string}
                         */
                        code: "FRAUD_001";
                        /** @description What is wrong, for people. */
                        message: string;
                        /** @description Where it is wrong: `field`, `reason` and `fields` of an invalid request, or the details of the code. */
                        details?: {
                            [key: string]: unknown;
                        };
                        /** @description The response's `X-Request-Id`; quote it when you report a problem. */
                        request_id: string;
                    };
                };
            };
        };
        /**
         * @description `FRAUD_002`: Too many transactions in the batch. Split the batch.
         *
         *     `INVALID_FILTER_PARAMS`: A filter value is not valid. Correct the filter in `details`.
         */
        "FRAUD_002.INVALID_FILTER_PARAMS.nested": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @description What is wrong. */
                    error: {
                        /**
                         * @description An error code of the catalogue; its meaning never changes.
                         * @enum {string}
                         */
                        code: "FRAUD_002" | "INVALID_FILTER_PARAMS";
                        /** @description What is wrong, for people. */
                        message: string;
                        /** @description Where it is wrong: `field`, `reason` and `fields` of an invalid request, or the details of the code. */
                        details?: {
                            [key: string]: unknown;
                        };
                        /** @description The response's `X-Request-Id`; quote it when you report a problem. */
                        request_id: string;
                    };
                };
            };
        };
        /** @description `FRAUD_003`: Transaction not found. Check the transaction id. */
        FRAUD_003: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    error_code?: "FRAUD_003";
                };
            };
        };
        /**
         * @description `FRAUD_003`: Transaction not found. Check the transaction id.
         *
         *     `NOT_FOUND`: There is no such resource. Check the id and the path; records of another client are not visible to you.
         */
        "FRAUD_003.NOT_FOUND.nested": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @description What is wrong. */
                    error: {
                        /**
                         * @description An error code of the catalogue; its meaning never changes.
                         * @enum {string}
                         */
                        code: "FRAUD_003" | "NOT_FOUND";
                        /** @description What is wrong, for people. */
                        message: string;
                        /** @description Where it is wrong: `field`, `reason` and `fields` of an invalid request, or the details of the code. */
                        details?: {
                            [key: string]: unknown;
                        };
                        /** @description The response's `X-Request-Id`; quote it when you report a problem. */
                        request_id: string;
                    };
                };
            };
        };
        /** @description `FRAUD_004`: Unsupported transaction type. Use an operation type of the list. */
        "FRAUD_004.nested": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @description What is wrong. */
                    error: {
                        /**
                         * @description An error code of the catalogue; its meaning never changes.
                         * @enum {string}
                         */
                        code: "FRAUD_004";
                        /** @description What is wrong, for people. */
                        message: string;
                        /** @description Where it is wrong: `field`, `reason` and `fields` of an invalid request, or the details of the code. */
                        details?: {
                            [key: string]: unknown;
                        };
                        /** @description The response's `X-Request-Id`; quote it when you report a problem. */
                        request_id: string;
                    };
                };
            };
        };
        /**
         * @description `FRAUD_006`: ML model error. Repeat it; if the error persists, report the `request_id`.
         *
         *     `INTERNAL_ERROR`: An unexpected error occurred. Repeat it once; if the error persists, report the `request_id`.
         */
        "FRAUD_006.INTERNAL_ERROR.nested": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @description What is wrong. */
                    error: {
                        /**
                         * @description An error code of the catalogue; its meaning never changes.
                         * @enum {string}
                         */
                        code: "FRAUD_006" | "INTERNAL_ERROR";
                        /** @description What is wrong, for people. */
                        message: string;
                        /** @description Where it is wrong: `field`, `reason` and `fields` of an invalid request, or the details of the code. */
                        details?: {
                            [key: string]: unknown;
                        };
                        /** @description The response's `X-Request-Id`; quote it when you report a problem. */
                        request_id: string;
                    };
                };
            };
        };
        /**
         * @description `IDEMPOTENCY_IN_PROGRESS`: A request with this Idempotency-Key is still being processed. Read the refund in `details.refund_id`, or repeat the request after the seconds in `Retry-After`.
         *
         *     `REFUND_007`: Transaction already refunded. Nothing is left to refund; do not repeat the request.
         */
        "IDEMPOTENCY_IN_PROGRESS.REFUND_007": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                /** @description With IDEMPOTENCY_IN_PROGRESS: seconds to wait */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    error_code?: "IDEMPOTENCY_IN_PROGRESS" | "REFUND_007";
                };
            };
        };
        /**
         * @description `IDEMPOTENCY_KEY_REUSED`: This Idempotency-Key was used with another request. Use a new key for a new request; only a repeat of the same request may have the same key.
         *
         *     `NOTIF_006`: Invalid category. Use one of the categories in `details.allowed_values`.
         */
        "IDEMPOTENCY_KEY_REUSED.NOTIF_006": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    error_code?: "IDEMPOTENCY_KEY_REUSED" | "NOTIF_006";
                };
            };
        };
        /**
         * @description `IDEMPOTENCY_KEY_REUSED`: This Idempotency-Key was used with another request. Use a new key for a new request; only a repeat of the same request may have the same key.
         *
         *     `REFUND_008`: Amount exceeds the original transaction. Request at most `details.remaining`.
         *
         *     `REFUND_010`: Invalid beneficiary account details. Ask the beneficiary for the right account; `details` names the field, never the number.
         */
        "IDEMPOTENCY_KEY_REUSED.REFUND_008.REFUND_010": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    error_code?: "IDEMPOTENCY_KEY_REUSED" | "REFUND_008" | "REFUND_010";
                };
            };
        };
        /** @description `INTERNAL_ERROR`: An unexpected error occurred. Repeat it once; if the error persists, report the `request_id`. */
        INTERNAL_ERROR: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    error_code?: "INTERNAL_ERROR";
                };
            };
        };
        /** @description `INTERNAL_ERROR`: An unexpected error occurred. Repeat it once; if the error persists, report the `request_id`. */
        "INTERNAL_ERROR.unlimited": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    error_code?: "INTERNAL_ERROR";
                };
            };
        };
        /**
         * @description `INTERNAL_ERROR`: An unexpected error occurred. Repeat it once; if the error persists, report the `request_id`.
         *
         *     `VPN_008`: OpenVPN configuration error. Report the `request_id`.
         */
        "INTERNAL_ERROR.VPN_008": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    error_code?: "INTERNAL_ERROR" | "VPN_008";
                };
            };
        };
        /** @description `INVALID_DATE_RANGE`: date_from must be before date_to. Use a date_from before date_to. */
        "INVALID_DATE_RANGE.nested": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @description What is wrong. */
                    error: {
                        /**
                         * @description An error code of the catalogue; its meaning never changes.
                         * @enum {string}
                         */
                        code: "INVALID_DATE_RANGE";
                        /** @description What is wrong, for people. */
                        message: string;
                        /** @description Where it is wrong: `field`, `reason` and `fields` of an invalid request, or the details of the code. */
                        details?: {
                            [key: string]: unknown;
                        };
                        /** @description The response's `X-Request-Id`; quote it when you report a problem. */
                        request_id: string;
                    };
                };
            };
        };
        /** @description `INVALID_REQUEST`: The request is not valid. Correct the fields in `details.fields`, then send it again. */
        INVALID_REQUEST: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    error_code?: "INVALID_REQUEST";
                };
            };
        };
        /**
         * @description `INVALID_REQUEST`: The request is not valid. Correct the fields in `details.fields`, then send it again.
         *
         *     `NOTIF_001`: Invalid push token. Request a new token from the push network, and send it with the platform of the network.
         */
        "INVALID_REQUEST.NOTIF_001": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    error_code?: "INVALID_REQUEST" | "NOTIF_001";
                };
            };
        };
        /**
         * @description `INVALID_REQUEST`: The request is not valid. Correct the fields in `details.fields`, then send it again.
         *
         *     `URL_001`: Invalid URL format. Correct the fields in `details`; a URL must be absolute.
         *
         *     `URL_002`: Too many URLs in the batch. Split the batch.
         */
        "INVALID_REQUEST.URL_001.URL_002": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    error_code?: "INVALID_REQUEST" | "URL_001" | "URL_002";
                };
            };
        };
        /**
         * @description `INVALID_REQUEST`: The request is not valid. Correct the fields in `details.fields`, then send it again.
         *
         *     `VPN_006`: Device already connected. Use the session in `details.session_id`. If its password was lost, end it and connect again.
         */
        "INVALID_REQUEST.VPN_006": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    error_code?: "INVALID_REQUEST" | "VPN_006";
                };
            };
        };
        /** @description `NOT_FOUND`: There is no such resource. Check the id and the path; records of another client are not visible to you. */
        NOT_FOUND: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    error_code?: "NOT_FOUND";
                };
            };
        };
        /**
         * @description `NOT_FOUND`: There is no such resource. Check the id and the path; records of another client are not visible to you.
         *
         *     `REFUND_003`: Refund not found. Check the refund id; refunds of another client are not visible to you.
         */
        "NOT_FOUND.REFUND_003": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    error_code?: "NOT_FOUND" | "REFUND_003";
                };
            };
        };
        /**
         * @description `NOT_FOUND`: There is no such resource. Check the id and the path; records of another client are not visible to you.
         *
         *     `VPN_004`: Server not found. Check the server id.
         */
        "NOT_FOUND.VPN_004": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    error_code?: "NOT_FOUND" | "VPN_004";
                };
            };
        };
        /**
         * @description `NOT_FOUND`: There is no such resource. Check the id and the path; records of another client are not visible to you.
         *
         *     `VPN_004`: Server not found. Check the server id.
         *
         *     `VPN_005`: Session not found. Connect again.
         */
        "NOT_FOUND.VPN_004.VPN_005": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    error_code?: "NOT_FOUND" | "VPN_004" | "VPN_005";
                };
            };
        };
        /**
         * @description `NOT_FOUND`: There is no such resource. Check the id and the path; records of another client are not visible to you.
         *
         *     `VPN_005`: Session not found. Connect again.
         */
        "NOT_FOUND.VPN_005": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    error_code?: "NOT_FOUND" | "VPN_005";
                };
            };
        };
        /**
         * @description `NOTIF_002`: Device not registered. Register a device of the user first; ended registrations and those of other users are not visible to you.
         *
         *     `NOT_FOUND`: There is no such resource. Check the id and the path; records of another client are not visible to you.
         */
        "NOTIF_002.NOT_FOUND": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    error_code?: "NOTIF_002" | "NOT_FOUND";
                };
            };
        };
        /**
         * @description `NOTIF_002`: Device not registered. Register a device of the user first; ended registrations and those of other users are not visible to you.
         *
         *     `NOTIF_004`: User not found. Check the user id.
         */
        "NOTIF_002.NOTIF_004": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    error_code?: "NOTIF_002" | "NOTIF_004";
                };
            };
        };
        /**
         * @description `NOTIF_003`: Notification not found. Check the notification id.
         *
         *     `NOT_FOUND`: There is no such resource. Check the id and the path; records of another client are not visible to you.
         */
        "NOTIF_003.NOT_FOUND": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    error_code?: "NOTIF_003" | "NOT_FOUND";
                };
            };
        };
        /** @description `NOTIF_005`: Unsupported platform. Use one of the platforms in `details.allowed_values`. */
        NOTIF_005: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    error_code?: "NOTIF_005";
                };
            };
        };
        /** @description `NOTIF_006`: Invalid category. Use one of the categories in `details.allowed_values`. */
        NOTIF_006: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    error_code?: "NOTIF_006";
                };
            };
        };
        /** @description `NOTIF_007`: Rate limit exceeded. Wait for the seconds in `Retry-After`. */
        NOTIF_007: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    error_code?: "NOTIF_007";
                };
            };
        };
        /**
         * @description `NOTIF_008`: Push service unavailable. Repeat it later.
         *
         *     `SERVICE_UNAVAILABLE`: The service is temporarily unavailable. Wait for the seconds in `Retry-After`, then repeat it, a refund request with the same Idempotency-Key; the outcome may be unknown.
         */
        "NOTIF_008.SERVICE_UNAVAILABLE": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    error_code?: "NOTIF_008" | "SERVICE_UNAVAILABLE";
                };
            };
        };
        /** @description `PAYLOAD_TOO_LARGE`: The request body is too large. Split the request; a body has at most 1 MiB, that of an endpoint 64 KiB, a batch of messages 4 MiB. */
        PAYLOAD_TOO_LARGE: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    error_code?: "PAYLOAD_TOO_LARGE";
                };
            };
        };
        /** @description `PAYLOAD_TOO_LARGE`: The request body is too large. Split the request; a body has at most 1 MiB, that of an endpoint 64 KiB, a batch of messages 4 MiB. */
        "PAYLOAD_TOO_LARGE.nested": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @description What is wrong. */
                    error: {
                        /**
                         * @description An error code of the catalogue; its meaning never changes.
                         * @enum {string}
                         */
                        code: "PAYLOAD_TOO_LARGE";
                        /** @description What is wrong, for people. */
                        message: string;
                        /** @description Where it is wrong: `field`, `reason` and `fields` of an invalid request, or the details of the code. */
                        details?: {
                            [key: string]: unknown;
                        };
                        /** @description The response's `X-Request-Id`; quote it when you report a problem. */
                        request_id: string;
                    };
                };
            };
        };
        /** @description `RATE_LIMIT_EXCEEDED`: Too many requests. Wait for the seconds in `Retry-After`, then send it again. */
        RATE_LIMIT_EXCEEDED: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    error_code?: "RATE_LIMIT_EXCEEDED";
                };
            };
        };
        /** @description `RATE_LIMIT_EXCEEDED`: Too many requests. Wait for the seconds in `Retry-After`, then send it again. */
        "RATE_LIMIT_EXCEEDED.nested": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @description What is wrong. */
                    error: {
                        /**
                         * @description An error code of the catalogue; its meaning never changes.
                         * @enum {string}
                         */
                        code: "RATE_LIMIT_EXCEEDED";
                        /** @description What is wrong, for people. */
                        message: string;
                        /** @description Where it is wrong: `field`, `reason` and `fields` of an invalid request, or the details of the code. */
                        details?: {
                            [key: string]: unknown;
                        };
                        /** @description The response's `X-Request-Id`; quote it when you report a problem. */
                        request_id: string;
                    };
                };
            };
        };
        /**
         * @description `RATE_LIMIT_EXCEEDED`: Too many requests. Wait for the seconds in `Retry-After`, then send it again.
         *
         *     `VPN_001`: Device limit reached. End one of the sessions in `details.active_sessions` first.
         */
        "RATE_LIMIT_EXCEEDED.VPN_001": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    error_code?: "RATE_LIMIT_EXCEEDED" | "VPN_001";
                };
            };
        };
        /** @description `REFUND_001`: Invalid refund request. Correct the fields in `details.fields`, then send it again with the same key. */
        REFUND_001: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    error_code?: "REFUND_001";
                };
            };
        };
        /**
         * @description `REFUND_001`: Invalid refund request. Correct the fields in `details.fields`, then send it again with the same key.
         *
         *     `REFUND_005`: Missing or malformed Idempotency-Key header. Send one Idempotency-Key header with 1 to 255 printable ASCII characters.
         */
        "REFUND_001.REFUND_005": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    error_code?: "REFUND_001" | "REFUND_005";
                };
            };
        };
        /** @description `REFUND_002`: Original transaction not found. Record the transaction first with POST /transactions, then send it again with the same key. */
        REFUND_002: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    error_code?: "REFUND_002";
                };
            };
        };
        /** @description `REFUND_006`: Invalid state transition. Read the refund: its status, in `details.status`, does not allow this. */
        REFUND_006: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    error_code?: "REFUND_006";
                };
            };
        };
        /**
         * @description `REFUND_006`: Invalid state transition. Read the refund: its status, in `details.status`, does not allow this.
         *
         *     `REFUND_007`: Transaction already refunded. Nothing is left to refund; do not repeat the request.
         */
        "REFUND_006.REFUND_007": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    error_code?: "REFUND_006" | "REFUND_007";
                };
            };
        };
        /**
         * @description `REFUND_008`: Amount exceeds the original transaction. Request at most `details.remaining`.
         *
         *     `REFUND_010`: Invalid beneficiary account details. Ask the beneficiary for the right account; `details` names the field, never the number.
         */
        "REFUND_008.REFUND_010": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    error_code?: "REFUND_008" | "REFUND_010";
                };
            };
        };
        /**
         * @description `REFUND_009`: Payment provider unavailable. Wait for the seconds in `Retry-After`, then send it again with the same key; nothing was recorded.
         *
         *     `SERVICE_UNAVAILABLE`: The service is temporarily unavailable. Wait for the seconds in `Retry-After`, then repeat it, a refund request with the same Idempotency-Key; the outcome may be unknown.
         */
        "REFUND_009.SERVICE_UNAVAILABLE": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    error_code?: "REFUND_009" | "SERVICE_UNAVAILABLE";
                };
            };
        };
        /** @description `SERVICE_UNAVAILABLE`: The service is temporarily unavailable. Wait for the seconds in `Retry-After`, then repeat it, a refund request with the same Idempotency-Key; the outcome may be unknown. */
        SERVICE_UNAVAILABLE: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    error_code?: "SERVICE_UNAVAILABLE";
                };
            };
        };
        /** @description `SERVICE_UNAVAILABLE`: The service is temporarily unavailable. Wait for the seconds in `Retry-After`, then repeat it, a refund request with the same Idempotency-Key; the outcome may be unknown. */
        "SERVICE_UNAVAILABLE.nested": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @description What is wrong. */
                    error: {
                        /**
                         * @description An error code of the catalogue; its meaning never changes.
                         * @enum {string}
                         */
                        code: "SERVICE_UNAVAILABLE";
                        /** @description What is wrong, for people. */
                        message: string;
                        /** @description Where it is wrong: `field`, `reason` and `fields` of an invalid request, or the details of the code. */
                        details?: {
                            [key: string]: unknown;
                        };
                        /** @description The response's `X-Request-Id`; quote it when you report a problem. */
                        request_id: string;
                    };
                };
            };
        };
        /** @description `SERVICE_UNAVAILABLE`: The service is temporarily unavailable. Wait for the seconds in `Retry-After`, then repeat it, a refund request with the same Idempotency-Key; the outcome may be unknown. */
        "SERVICE_UNAVAILABLE.unlimited": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    error_code?: "SERVICE_UNAVAILABLE";
                };
            };
        };
        /**
         * @description `SERVICE_UNAVAILABLE`: The service is temporarily unavailable. Wait for the seconds in `Retry-After`, then repeat it, a refund request with the same Idempotency-Key; the outcome may be unknown.
         *
         *     `VPN_002`: No slots available in the pool. Choose one of the servers in `details.alternatives`, or repeat it later.
         *
         *     `VPN_003`: Server under maintenance. Choose another server.
         */
        "SERVICE_UNAVAILABLE.VPN_002.VPN_003": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    error_code?: "SERVICE_UNAVAILABLE" | "VPN_002" | "VPN_003";
                };
            };
        };
        /** @description `UNSUPPORTED_MEDIA_TYPE`: The request body must be application/json. Send `Content-Type: application/json`, or the type that the operation names, in UTF-8 and without a content coding. */
        UNSUPPORTED_MEDIA_TYPE: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    error_code?: "UNSUPPORTED_MEDIA_TYPE";
                };
            };
        };
        /** @description `UNSUPPORTED_MEDIA_TYPE`: The request body must be application/json. Send `Content-Type: application/json`, or the type that the operation names, in UTF-8 and without a content coding. */
        "UNSUPPORTED_MEDIA_TYPE.nested": {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": {
                    /** @description What is wrong. */
                    error: {
                        /**
                         * @description An error code of the catalogue; its meaning never changes.
                         * @enum {string}
                         */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        /** @description What is wrong, for people. */
                        message: string;
                        /** @description Where it is wrong: `field`, `reason` and `fields` of an invalid request, or the details of the code. */
                        details?: {
                            [key: string]: unknown;
                        };
                        /** @description The response's `X-Request-Id`; quote it when you report a problem. */
                        request_id: string;
                    };
                };
            };
        };
        /** @description `URL_004`: Rate limit exceeded. Wait for the seconds in `Retry-After`. */
        URL_004: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    error_code?: "URL_004";
                };
            };
        };
        /** @description `VPN_004`: Server not found. Check the server id. */
        VPN_004: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    error_code?: "VPN_004";
                };
            };
        };
        /** @description `VPN_005`: Session not found. Connect again. */
        VPN_005: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    error_code?: "VPN_005";
                };
            };
        };
        /** @description `VPN_007`: Heartbeat timeout. Connect again. */
        VPN_007: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"] & {
                    /** @enum {unknown} */
                    error_code?: "VPN_007";
                };
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description The caller's own X-Request-Id if it is valid, otherwise one of the service. */
        "X-Request-Id": string;
        /** @description Requests allowed in the window with the fewest requests left. */
        "X-RateLimit-Limit": number;
        /** @description Requests left in that window. */
        "X-RateLimit-Remaining": number;
        /** @description End of that window in Unix seconds. */
        "X-RateLimit-Reset": number;
        /** @description The same window, in the format of the IETF draft. */
        RateLimit: string;
        /** @description Every window, in the format of the IETF draft. */
        "RateLimit-Policy": string;
        /** @description The request is a repeat; nothing was done again. */
        "Idempotent-Replayed": "true";
        /** @description Seconds to wait before the request is repeated. */
        "Retry-After": number;
        /** @description `Bearer`, with the reason if a token was sent. */
        "WWW-Authenticate": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    live: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The process responds. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always `live`.
                         * @constant
                         */
                        status: "live";
                    };
                };
            };
            500: components["responses"]["INTERNAL_ERROR.unlimited"];
            503: components["responses"]["SERVICE_UNAVAILABLE.unlimited"];
        };
    };
    ready: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Every part that is configured works. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Whether every part that is configured works.
                         * @enum {string}
                         */
                        status: "ready" | "not_ready";
                        /** @description Every part by its name. */
                        parts: {
                            [key: string]: {
                                /**
                                 * @description State of the part; `off` means that it is not configured.
                                 * @enum {string}
                                 */
                                state: "up" | "degraded" | "down" | "off";
                                /** @description Age of the oldest waiting work in milliseconds; only roles and the part `bus` have one. */
                                lag_ms?: number;
                                /** @description Milliseconds by which this machine's clock is ahead of the database's; only the part `clock` has it. */
                                offset_ms?: number;
                                /**
                                 * Format: date-time
                                 * @description When a verification last found the event store consistent with its checkpoints; only the part `audit` has it.
                                 */
                                proved_at?: string;
                                /** @description What is wrong; absent if nothing is. */
                                note?: string;
                            };
                        };
                    };
                };
            };
            500: components["responses"]["INTERNAL_ERROR.unlimited"];
            /** @description A configured part does not work; repeat after `Retry-After`. */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Whether every part that is configured works.
                         * @enum {string}
                         */
                        status: "ready" | "not_ready";
                        /** @description Every part by its name. */
                        parts: {
                            [key: string]: {
                                /**
                                 * @description State of the part; `off` means that it is not configured.
                                 * @enum {string}
                                 */
                                state: "up" | "degraded" | "down" | "off";
                                /** @description Age of the oldest waiting work in milliseconds; only roles and the part `bus` have one. */
                                lag_ms?: number;
                                /** @description Milliseconds by which this machine's clock is ahead of the database's; only the part `clock` has it. */
                                offset_ms?: number;
                                /**
                                 * Format: date-time
                                 * @description When a verification last found the event store consistent with its checkpoints; only the part `audit` has it.
                                 */
                                proved_at?: string;
                                /** @description What is wrong; absent if nothing is. */
                                note?: string;
                            };
                        };
                    };
                };
            };
        };
    };
    login: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The user's address, 1 to 254 characters, in any case. */
                    email: string;
                    /** @description The user's password, at most 256 bytes of UTF-8. */
                    password: string;
                    /** @description Your id of the device that the session is for, 1 to 128 characters: random, and the same at each login from it. Without an id the device is recognised by its network and by its `User-Agent` without version numbers. */
                    device_id?: string | null;
                };
            };
        };
        responses: {
            /** @description The tokens of a new session. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenSet"];
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            429: components["responses"]["AUTH_004.RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    refresh: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The refresh token of the login, at most 8,192 characters. */
                    refresh_token: string;
                };
            };
        };
        responses: {
            /** @description Another access token of the same session; the refresh token stays the same. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefreshedToken"];
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    logout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description The refresh token of the session to end, at most 8,192 characters; needed only without a Bearer token. */
                    refresh_token?: string | null;
                    /** @description True ends every session of the user; the token must be of an open session. Not for service accounts. */
                    everywhere?: boolean;
                } | null;
            };
        };
        responses: {
            /** @description The session is over; none of its tokens works any more. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always `logged_out`.
                         * @constant
                         */
                        status: "logged_out";
                    };
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    me: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The owner of the token, and its scopes. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    changeMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Name that colleagues see in place of the id, 1 to 140 characters; null removes it. */
                    display_name: string | null;
                };
            };
        };
        responses: {
            /** @description The owner of the token, and its scopes. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    changePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The current password, at most 256 bytes of UTF-8. */
                    current_password: string;
                    /** @description The new password: at least 12 characters, at most 256 bytes of UTF-8. */
                    new_password: string;
                };
            };
        };
        responses: {
            /** @description The password is changed and every session has ended, including this one. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always `changed`.
                         * @constant
                         */
                        status: "changed";
                    };
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            429: components["responses"]["AUTH_004.RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    jwks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A JWK Set (RFC 7517). */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The keys of tokens, the first of which signs, then the keys that sign exports and checkpoints of the audit. A token signed by an audit key is not valid. */
                        keys: {
                            /** @description Kind of key: `EC` for tokens, `OKP` for the audit. */
                            kty: string;
                            /** @description Curve of the key: `P-256` for tokens, `Ed25519` for the audit. */
                            crv: string;
                            /** @description First coordinate, base64url. */
                            x: string;
                            /** @description Second coordinate, base64url; missing for curves with one coordinate. */
                            y?: string;
                            /** @description Id of the key (RFC 7638), as in the header of a token or the manifest of an export. */
                            kid: string;
                            /** @description Use of the key, `sig`. */
                            use: string;
                            /** @description Algorithm of the signature: `ES256` for tokens, `EdDSA` for the audit. */
                            alg: string;
                        }[];
                    };
                };
            };
            500: components["responses"]["INTERNAL_ERROR.unlimited"];
            503: components["responses"]["SERVICE_UNAVAILABLE.unlimited"];
        };
    };
    listOwnSessions: {
        parameters: {
            query?: {
                /** @description Sessions per page, 1 to 200. */
                limit?: number;
                /** @description `next_cursor` of the previous page, with the same filters. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of open sessions of a user. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The sessions of this page, the newest login first. */
                        data: {
                            /** @description The session: `ses_` and a UUID. */
                            session_id: string;
                            /**
                             * @description How the user logged in.
                             * @enum {string}
                             */
                            method: "password" | "google" | "apple" | "biometric" | "webauthn";
                            /** @description Your id of the device, as the login named it; null without one. */
                            device_id: string | null;
                            /** @description When the session was opened; ISO 8601, UTC, milliseconds. */
                            logged_in_at: string;
                            /** @description When it was last refreshed, to the minute; null if never; ISO 8601, UTC, milliseconds. */
                            last_refreshed_at: string | null;
                            /** @description Whether it is the session of this request. */
                            is_current: boolean;
                        }[];
                        /** @description How to get the next page. */
                        pagination: {
                            /** @description Send it as `cursor` for the next page; null on the last page. */
                            next_cursor: string | null;
                            /** @description Whether there is another page. */
                            has_more: boolean;
                        };
                    };
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    endOwnSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The session: `ses_` and a UUID. */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session is over; its tokens do not work any more. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The session: `ses_` and a UUID. */
                        session_id: string;
                        /**
                         * @description Always `ended`.
                         * @constant
                         */
                        status: "ended";
                    };
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            404: components["responses"]["NOT_FOUND"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listUserSessions: {
        parameters: {
            query?: {
                /** @description Sessions per page, 1 to 200. */
                limit?: number;
                /** @description `next_cursor` of the previous page, with the same filters. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The user: `usr_` and a UUID. */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of open sessions of a user. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The sessions of this page, the newest login first. */
                        data: {
                            /** @description The session: `ses_` and a UUID. */
                            session_id: string;
                            /**
                             * @description How the user logged in.
                             * @enum {string}
                             */
                            method: "password" | "google" | "apple" | "biometric" | "webauthn";
                            /** @description Your id of the device, as the login named it; null without one. */
                            device_id: string | null;
                            /** @description When the session was opened; ISO 8601, UTC, milliseconds. */
                            logged_in_at: string;
                            /** @description When it was last refreshed, to the minute; null if never; ISO 8601, UTC, milliseconds. */
                            last_refreshed_at: string | null;
                            /** @description Whether it is the session of this request. */
                            is_current: boolean;
                        }[];
                        /** @description How to get the next page. */
                        pagination: {
                            /** @description Send it as `cursor` for the next page; null on the last page. */
                            next_cursor: string | null;
                            /** @description Whether there is another page. */
                            has_more: boolean;
                        };
                    };
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            404: components["responses"]["NOT_FOUND"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    requestNonce: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A new nonce. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description For the request of the id token; it can be used once. 32 bytes, base64url. */
                        nonce: string;
                        /** @description Seconds for which it is valid, 600. */
                        expires_in: number;
                    };
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    socialLogin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The provider of the account.
                     * @enum {string}
                     */
                    provider: "google" | "apple";
                    /** @description The id token that the provider issued within the last hour, at most 8,192 characters; it can be used once. */
                    id_token: string;
                    /** @description From POST /api/auth/nonce, if the token was requested with it; at most 128 characters. */
                    nonce?: string | null;
                    /** @description Your id of the device that the session is for, 1 to 128 characters. */
                    device_id?: string | null;
                };
            };
        };
        responses: {
            /** @description The tokens of a new session. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenSet"];
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001"];
            409: components["responses"]["CONFLICT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    linkSocialLogin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The provider of the account.
                     * @enum {string}
                     */
                    provider: "google" | "apple";
                    /** @description The id token that the provider issued within the last hour, at most 8,192 characters; it can be used once. */
                    id_token: string;
                    /** @description From POST /api/auth/nonce, if the token was requested with it; at most 128 characters. */
                    nonce?: string | null;
                    /** @description Your id of the device that the session is for, 1 to 128 characters. */
                    device_id?: string | null;
                };
            };
        };
        responses: {
            /** @description The account logs this user in from now on. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Always `linked`.
                         * @constant
                         */
                        status: "linked";
                    };
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            409: components["responses"]["CONFLICT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listIdentities: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The linked accounts of the current user. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The linked accounts, the oldest first. */
                        data: {
                            /** @description The linked account: `idn_` and a UUID. */
                            identity_id: string;
                            /**
                             * @description The provider of the account.
                             * @enum {string}
                             */
                            provider: "google" | "apple";
                            /**
                             * @description Whether it logs in: active, or ended (the password was changed since: register or link again).
                             * @enum {string}
                             */
                            status: "active" | "ended";
                            /**
                             * Format: date-time
                             * @description When it was linked; ISO 8601, UTC, milliseconds.
                             */
                            linked_at: string;
                        }[];
                    };
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    unlinkSocialLogin: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The linked account: `idn_` and a UUID. */
                identity_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account can't log in any more. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The linked account: `idn_` and a UUID. */
                        identity_id: string;
                        /**
                         * @description Always `unlinked`.
                         * @constant
                         */
                        status: "unlinked";
                    };
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            404: components["responses"]["NOT_FOUND"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    requestChallenge: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description The key for a login, at most 128 characters; omit it to register one, or for any WebAuthn key. */
                    credential_id?: string | null;
                } | null;
            };
        };
        responses: {
            /** @description A new challenge. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Send it with the signature: `chl_` and a UUID. */
                        challenge_id: string;
                        /** @description What to sign: 32 bytes, base64url. */
                        challenge: string;
                        /** @description Seconds for which it is valid, 120. */
                        expires_in: number;
                        /** @description What a browser needs for a WebAuthn key. */
                        webauthn: {
                            /** @description The relying party: `rp.id` or `rpId` of the request to the browser. */
                            rp_id: string;
                            /** @description Origins whose pages may use WebAuthn keys. */
                            origins: string[];
                        };
                    };
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    registerCredential: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Your id of the device, 1 to 128 characters. */
                    device_id: string;
                    /**
                     * @description The platform of the device.
                     * @enum {string}
                     */
                    platform: "ios" | "android" | "web";
                    /** @description The signed challenge, at most 128 characters. */
                    challenge_id: string;
                    /**
                     * @description A key of the device itself; the default.
                     * @default device
                     * @constant
                     */
                    type?: "device";
                    /**
                     * @description Always `ES256`; the default.
                     * @default ES256
                     * @constant
                     */
                    algorithm?: "ES256";
                    /** @description P-256 public key: SPKI, DER, base64url, at most 1024 characters. */
                    public_key: string;
                    /** @description ES256 over `biometric-register.v1`, challenge, user id and `device_id`, one per line; DER or raw, base64url, at most 128 characters. */
                    signature: string;
                } | {
                    /** @description Your id of the device, 1 to 128 characters. */
                    device_id: string;
                    /**
                     * @description The platform of the device.
                     * @enum {string}
                     */
                    platform: "ios" | "android" | "web";
                    /** @description The signed challenge, at most 128 characters. */
                    challenge_id: string;
                    /**
                     * @description A WebAuthn key.
                     * @constant
                     */
                    type: "webauthn";
                    /** @description The result of `navigator.credentials.create`, as JSON. */
                    response: {
                        /** @description Id of the WebAuthn credential, base64url, at most 16384 characters. */
                        id: string;
                        /** @description The same id, base64url, at most 16384 characters. */
                        rawId: string;
                        /**
                         * @description Always `public-key`.
                         * @constant
                         */
                        type: "public-key";
                        /**
                         * @description Results of extensions; ignored.
                         * @default {}
                         */
                        clientExtensionResults?: Record<string, never>;
                        /** @description The response of the authenticator. */
                        response: {
                            /** @description `clientDataJSON` of the response, base64url, at most 16384 characters. */
                            clientDataJSON: string;
                            /** @description `attestationObject` of the response, base64url, at most 16384 characters. */
                            attestationObject: string;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description The key logs this user in from now on. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The key: `cred_` and a UUID. */
                        credential_id: string;
                    };
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            409: components["responses"]["CONFLICT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    biometricLogin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The key that signed, at most 128 characters. */
                    credential_id: string;
                    /** @description The signed challenge, at most 128 characters. */
                    challenge_id: string;
                    /** @description Your id of the device, 1 to 128 characters. */
                    device_id: string;
                    /**
                     * @description A key of the device itself; the default.
                     * @default device
                     * @constant
                     */
                    type?: "device";
                    /** @description ES256 over `biometric-login.v1`, challenge, `credential_id` and `device_id`, one per line; DER or raw, base64url, at most 128 characters. */
                    signature: string;
                } | {
                    /** @description The signed challenge, at most 128 characters. */
                    challenge_id: string;
                    /**
                     * @description A WebAuthn key.
                     * @constant
                     */
                    type: "webauthn";
                    /** @description The result of `navigator.credentials.get`, as JSON. */
                    response: {
                        /** @description Id of the WebAuthn credential, base64url, at most 16384 characters. */
                        id: string;
                        /** @description The same id, base64url, at most 16384 characters. */
                        rawId: string;
                        /**
                         * @description Always `public-key`.
                         * @constant
                         */
                        type: "public-key";
                        /**
                         * @description Results of extensions; ignored.
                         * @default {}
                         */
                        clientExtensionResults?: Record<string, never>;
                        /** @description The response of the authenticator. */
                        response: {
                            /** @description `clientDataJSON` of the response, base64url, at most 16384 characters. */
                            clientDataJSON: string;
                            /** @description `authenticatorData` of the response, base64url, at most 16384 characters. */
                            authenticatorData: string;
                            /** @description `signature` of the response, base64url, at most 16384 characters. */
                            signature: string;
                        };
                    };
                    /** @description The key that signed; by default the one of `response.id`, with a challenge for no certain key. */
                    credential_id?: string;
                    /** @description Your id of the device; by default that of the registration. */
                    device_id?: string;
                };
            };
        };
        responses: {
            /** @description The tokens of a new session. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TokenSet"];
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listCredentials: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The keys of the current user. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The keys, the oldest first. */
                        data: {
                            /** @description The key: `cred_` and a UUID. */
                            credential_id: string;
                            /**
                             * @description The kind of key.
                             * @enum {string}
                             */
                            type: "device" | "webauthn";
                            /** @description Your id of the device, at most 128 characters. */
                            device_id: string;
                            /**
                             * @description The platform of the device.
                             * @enum {string}
                             */
                            platform: "ios" | "android" | "web";
                            /**
                             * @description Whether it logs in: active, disabled (too many wrong signatures), or ended (the password was changed since: register or link again).
                             * @enum {string}
                             */
                            status: "active" | "disabled" | "ended";
                            /**
                             * Format: date-time
                             * @description When it was registered; ISO 8601, UTC, milliseconds.
                             */
                            registered_at: string;
                            /** @description When the key last logged in, null if never; ISO 8601, UTC, milliseconds. */
                            last_used_at: string | null;
                        }[];
                    };
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    removeCredential: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The key: `cred_` and a UUID. */
                credential_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key can't log in any more. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The key: `cred_` and a UUID. */
                        credential_id: string;
                        /**
                         * @description Always `removed`.
                         * @constant
                         */
                        status: "removed";
                    };
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            404: components["responses"]["NOT_FOUND"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listUserNames: {
        parameters: {
            query?: {
                /** @description The last id of the previous page, at most 128 characters; omit it for the first page. */
                after?: string;
                /** @description Entries on a page, 1 to 100. */
                limit?: string;
                /** @description Ids of users, at most 100, separated by commas. Those that are not known are left out. */
                ids?: string;
                /** @description A scope, in place of `ids`: the active users whose role has it, such as `fraud:review`. */
                scope?: "refund:read" | "refund:write" | "refund:void" | "refund:reconcile" | "audit:read" | "audit:read:any" | "transaction:read" | "transaction:write" | "fraud:score" | "fraud:review" | "fraud:admin" | "sms:analyze" | "vpn:use" | "vpn:use:any" | "vpn:admin" | "vpn:agent" | "notify:register" | "notify:send" | "notify:read" | "detection:read" | "detection:write" | "events:read" | "webhooks:manage" | "users:admin" | "subjects:erase";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Names of users; another page may follow a full one. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The users of this page, in the order of their ids. */
                        data: {
                            /** @description The user: `usr_` and a UUID. */
                            user_id: string;
                            /** @description Name that colleagues see in place of the id; null without one, and after an erasure. */
                            display_name: string | null;
                            /**
                             * @description The role of the user; “Authentication and roles” lists the scopes of each role.
                             * @enum {string}
                             */
                            role: "consumer" | "integrator" | "operator" | "auditor" | "admin";
                        }[];
                    };
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listClients: {
        parameters: {
            query?: {
                /** @description The last id of the previous page, at most 128 characters; omit it for the first page. */
                after?: string;
                /** @description Entries on a page, 1 to 100. */
                limit?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of clients; another page may follow a full one. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The clients of this page, the oldest first. */
                        data: components["schemas"]["Client"][];
                    };
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    registerClient: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Name of the organisation, 1 to 140 characters. */
                    name: string;
                    /**
                     * @description The rate tier; “Rate limits” lists the limits of each tier.
                     * @default B
                     * @enum {string}
                     */
                    tier?: "A" | "B" | "C";
                    /** @description Rate limits that replace the tier's; null means the tier's. */
                    agreed_limit?: {
                        /** @description Requests per minute, at least 1. */
                        per_minute: number;
                        /** @description Requests per UTC day, at least 1; null means no daily limit. */
                        per_day: number | null;
                    } | null;
                    /** @description Quota of message analyses that replaces the tier's; null means the tier's. */
                    sms_quota?: {
                        /** @description Analyses per UTC calendar month, at least 1; null means no limit. */
                        per_month: number | null;
                    } | null;
                    /** @description The country of the client's people, ISO 3166-1 in two capital letters; it decides whether a sender's number is local or foreign. Null means unknown. */
                    country?: string | null;
                };
            };
        };
        responses: {
            /** @description An organisation that integrates the API. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Client"];
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            409: components["responses"]["CONFLICT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getClient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The client: `clt_` and a UUID. */
                client_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An organisation that integrates the API. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Client"];
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            404: components["responses"]["NOT_FOUND"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    changeClient: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The client: `clt_` and a UUID. */
                client_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Name of the organisation, 1 to 140 characters. */
                    name?: string;
                    /**
                     * @description The rate tier; “Rate limits” lists the limits of each tier.
                     * @enum {string}
                     */
                    tier?: "A" | "B" | "C";
                    /** @description Rate limits that replace the tier's; null means the tier's. */
                    agreed_limit?: {
                        /** @description Requests per minute, at least 1. */
                        per_minute: number;
                        /** @description Requests per UTC day, at least 1; null means no daily limit. */
                        per_day: number | null;
                    } | null;
                    /** @description Quota of message analyses that replaces the tier's; null means the tier's. */
                    sms_quota?: {
                        /** @description Analyses per UTC calendar month, at least 1; null means no limit. */
                        per_month: number | null;
                    } | null;
                    /** @description The country of the client's people, ISO 3166-1 in two capital letters; it decides whether a sender's number is local or foreign. Null means unknown. */
                    country?: string | null;
                    /**
                     * @description Whether users of the client can log in.
                     * @enum {string}
                     */
                    status?: "active" | "disabled";
                };
            };
        };
        responses: {
            /** @description An organisation that integrates the API. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Client"];
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            404: components["responses"]["NOT_FOUND"];
            409: components["responses"]["CONFLICT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /** @description The last id of the previous page, at most 128 characters; omit it for the first page. */
                after?: string;
                /** @description Entries on a page, 1 to 100. */
                limit?: string;
                /** @description The client of the users; by default the caller's own. */
                client_id?: string;
                /** @description Only the user with this address, at most 254 characters. */
                email?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of users; another page may follow a full one. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The users of this page, in the order of their ids. */
                        data: components["schemas"]["User"][];
                    };
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            404: components["responses"]["NOT_FOUND"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    registerUser: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The client of the user; by default the caller's own. */
                    client_id?: string;
                    /**
                     * Format: email
                     * @description Address to log in with, at most 254 characters.
                     */
                    email: string;
                    /**
                     * @description The role of the user; “Authentication and roles” lists the scopes of each role.
                     * @enum {string}
                     */
                    role: "consumer" | "integrator" | "operator" | "auditor" | "admin";
                    /** @description Name that colleagues see in place of the id, 1 to 140 characters. */
                    display_name?: string | null;
                    /** @description The new password: at least 12 characters, at most 256 bytes of UTF-8. Without one the user can only use social or biometric logins. */
                    password?: string | null;
                };
            };
        };
        responses: {
            /** @description A person who logs in. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            404: components["responses"]["NOT_FOUND"];
            409: components["responses"]["CONFLICT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The user: `usr_` and a UUID. */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A person who logs in. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            404: components["responses"]["NOT_FOUND"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    changeUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The user: `usr_` and a UUID. */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The role of the user; “Authentication and roles” lists the scopes of each role.
                     * @enum {string}
                     */
                    role?: "consumer" | "integrator" | "operator" | "auditor" | "admin";
                    /**
                     * @description Whether the user can log in.
                     * @enum {string}
                     */
                    status?: "active" | "disabled";
                    /** @description Name that colleagues see in place of the id, 1 to 140 characters; null removes it. */
                    display_name?: string | null;
                    /** @description The new password: at least 12 characters, at most 256 bytes of UTF-8. */
                    password?: string;
                    /** @description True ends every session of the user. */
                    revoke_sessions?: boolean;
                };
            };
        };
        responses: {
            /** @description A person who logs in. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            404: components["responses"]["NOT_FOUND"];
            409: components["responses"]["CONFLICT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listServiceAccounts: {
        parameters: {
            query?: {
                /** @description The last id of the previous page, at most 128 characters; omit it for the first page. */
                after?: string;
                /** @description Entries on a page, 1 to 100. */
                limit?: string;
            };
            header?: never;
            path: {
                /** @description The client of the machine. */
                client_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of service accounts; another page may follow a full one. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description In the order of their creation, including revoked ones. */
                        data: components["schemas"]["ServiceAccount"][];
                    };
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            404: components["responses"]["NOT_FOUND"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    createServiceAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The client of the machine. */
                client_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Description of the machine, 1 to 140 characters. */
                    name: string;
                    /** @description Scopes of its tokens: at least one, only scopes that you have, and never `users:admin`. */
                    scopes: ("refund:read" | "refund:write" | "refund:void" | "refund:reconcile" | "audit:read" | "audit:read:any" | "transaction:read" | "transaction:write" | "fraud:score" | "fraud:review" | "fraud:admin" | "sms:analyze" | "vpn:use" | "vpn:use:any" | "vpn:admin" | "vpn:agent" | "notify:register" | "notify:send" | "notify:read" | "detection:read" | "detection:write" | "events:read" | "webhooks:manage" | "users:admin" | "subjects:erase")[];
                    /** @description When it expires: ISO 8601 with an offset, in the future; null or missing = never. */
                    expires_at?: string | null;
                };
            };
        };
        responses: {
            /** @description The service account, with its secret. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewServiceAccount"];
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            404: components["responses"]["NOT_FOUND"];
            409: components["responses"]["CONFLICT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getServiceAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The client of the machine. */
                client_id: string;
                /** @description The service account. */
                service_account_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The service account. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceAccount"];
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            404: components["responses"]["NOT_FOUND"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    revokeServiceAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The client of the machine. */
                client_id: string;
                /** @description The service account. */
                service_account_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The revoked service account. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ServiceAccount"];
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            404: components["responses"]["NOT_FOUND"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listTransactions: {
        parameters: {
            query?: {
                /** @description Only transactions of this user, by your own id. */
                user_id?: string;
                /** @description Only transactions of this account. */
                account_id?: string;
                /** @description Only transactions made at this time or later; ISO 8601 with an offset. */
                since?: string;
                /** @description Only transactions made before this time; ISO 8601 with an offset. */
                until?: string;
                /** @description Transactions per page, 1 to 200. */
                limit?: number;
                /** @description `next_cursor` of the previous page, with the same filters. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of transactions. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The transactions of this page, newest first by their own time. */
                        data: {
                            /** @description Your own id of the transaction. */
                            transaction_id: string;
                            /** @description Your own id of the user. */
                            user_id: string;
                            /** @description The user's account, as recorded; null when not given. */
                            account_id: string | null;
                            /** @description In major units, with at most the currency's decimals. */
                            amount: number;
                            /** @description ISO 4217, upper case. */
                            currency: string;
                            /** @description Kind of transaction: transfer, payment, withdrawal, deposit, refund. */
                            operation_type: string;
                            /** @description When it happened, as you reported it; ISO 8601, UTC, milliseconds. */
                            timestamp: string;
                            /** @description When it was recorded; ISO 8601, UTC, milliseconds. */
                            recorded_at: string;
                            /** @description Its recorded score; null when it was recorded without one. */
                            score: {
                                /** @description From 0 to 1, four decimals. */
                                fraud_score: number;
                                /**
                                 * @description Level of the score.
                                 * @enum {string}
                                 */
                                fraud_level: "low" | "medium" | "high" | "critical";
                                /** @description Whether the score reached the threshold. */
                                is_alert: boolean;
                                /** @description Alert threshold of this score. */
                                threshold_applied: number;
                                /** @description Reasons, the most important first. */
                                risk_factors: components["schemas"]["RiskFactor"][];
                                /** @description Of the model, or of the rule set if no model was available. */
                                model_version: string;
                            } | null;
                        }[];
                        /** @description How to get the next page. */
                        pagination: {
                            /** @description Send it as `cursor` for the next page; null on the last page. */
                            next_cursor: string | null;
                            /** @description Whether there is another page. */
                            has_more: boolean;
                        };
                    };
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    recordTransactions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Your id of the transaction, 1 to 128 characters; refunds name it. */
                    transaction_id: string;
                    /** @description Your id of the user whose transaction it is, 1 to 128 characters. */
                    user_id: string;
                    /** @description Your id of the account, 1 to 128 characters. */
                    account_id?: string | null;
                    /** @description Amount in major units, greater than 0, with at most the currency's decimals; its refunds cannot exceed it. */
                    amount: number;
                    /** @description ISO 4217 code of a circulating currency, three upper-case letters. */
                    currency: string;
                    /**
                     * @description Kind of transaction.
                     * @enum {string}
                     */
                    operation_type: "transfer" | "payment" | "withdrawal" | "deposit" | "refund";
                    /** @description Who was paid, as far as you know. */
                    merchant?: {
                        /** @description Your id of the merchant, 1 to 128 characters. */
                        id?: string | null;
                        /** @description Name of the merchant, 1 to 256 characters. */
                        name?: string | null;
                        /** @description Category of the merchant, 1 to 128 characters. */
                        category?: string | null;
                    } | null;
                    /** @description The device that made it, as far as you know. */
                    device?: {
                        /** @description Address of the device, 1 to 64 characters. */
                        ip?: string | null;
                        /** @description User agent of its browser or app, 1 to 512 characters. */
                        user_agent?: string | null;
                        /** @description Your fingerprint of the device, 1 to 256 characters. */
                        fingerprint?: string | null;
                    } | null;
                    /**
                     * Format: date-time
                     * @description When the transaction was made; ISO 8601 date and time with any offset.
                     */
                    timestamp: string;
                }[] | {
                    /** @description Your id of the transaction, 1 to 128 characters; refunds name it. */
                    transaction_id: string;
                    /** @description Your id of the user whose transaction it is, 1 to 128 characters. */
                    user_id: string;
                    /** @description Your id of the account, 1 to 128 characters. */
                    account_id?: string | null;
                    /** @description Amount in major units, greater than 0, with at most the currency's decimals; its refunds cannot exceed it. */
                    amount: number;
                    /** @description ISO 4217 code of a circulating currency, three upper-case letters. */
                    currency: string;
                    /**
                     * @description Kind of transaction.
                     * @enum {string}
                     */
                    operation_type: "transfer" | "payment" | "withdrawal" | "deposit" | "refund";
                    /** @description Who was paid, as far as you know. */
                    merchant?: {
                        /** @description Your id of the merchant, 1 to 128 characters. */
                        id?: string | null;
                        /** @description Name of the merchant, 1 to 256 characters. */
                        name?: string | null;
                        /** @description Category of the merchant, 1 to 128 characters. */
                        category?: string | null;
                    } | null;
                    /** @description The device that made it, as far as you know. */
                    device?: {
                        /** @description Address of the device, 1 to 64 characters. */
                        ip?: string | null;
                        /** @description User agent of its browser or app, 1 to 512 characters. */
                        user_agent?: string | null;
                        /** @description Your fingerprint of the device, 1 to 256 characters. */
                        fingerprint?: string | null;
                    } | null;
                    /**
                     * Format: date-time
                     * @description When the transaction was made; ISO 8601 date and time with any offset.
                     */
                    timestamp: string;
                };
            };
        };
        responses: {
            /** @description All transactions of the request are recorded. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Transactions that this request recorded, 0 to 1000. */
                        recorded: number;
                        /** @description Transactions that were recorded before with the same content, 0 to 1000. */
                        duplicates: number;
                    };
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            409: components["responses"]["CONFLICT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getTransaction: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Your own id of the transaction, at most 128 characters, percent-encoded. */
                transaction_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The transaction in its current state. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TransactionRecord"];
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            404: components["responses"]["NOT_FOUND"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    requestRefund: {
        parameters: {
            query?: never;
            header: {
                /** @description Your key of this request, 1 to 255 printable ASCII characters, preferably a UUID: the same for every repeat, a different one for every other refund. */
                "Idempotency-Key": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Your id of the transaction to refund, 1 to 128 characters; recorded with POST /transactions. */
                    transaction_id: string;
                    /** @description The fraud alert that caused the refund, 1 to 128 characters: one that begins with `alr_` must be an alert of yours, any other text is stored as it is. */
                    alert_id?: string | null;
                    /** @description What is refunded. */
                    refund: {
                        /** @description Amount in major units, greater than 0, with at most the currency's decimals, at most the remaining amount of the transaction. */
                        amount: number;
                        /** @description ISO 4217 code in upper case; must be the transaction's currency. */
                        currency: string;
                        /** @description Your reason code, for example `confirmed_fraud`: 1 to 64 lower-case letters, digits and underscores, a letter first. */
                        reason: string;
                        /** @description The reason in words, 1 to 1,000 characters. */
                        description?: string | null;
                    };
                    /** @description Who gets the money, and on which account. */
                    beneficiary: {
                        /** @description Your id of the user who gets the money, 1 to 128 characters; a person other than the transaction's user is flagged or refused. */
                        user_id: string;
                        /** @description Your id of the account, 1 to 128 characters. */
                        account_id?: string | null;
                        /** @description Name of the account holder, 1 to 140 characters; stored sealed. */
                        name: string;
                        /** @description IBAN, or national account number of 4 to 34 letters and digits; spaces and dashes are ignored. Stored sealed, never returned in full; cards are refused. */
                        account_number: string;
                        /** @description BIC, or national bank code of 3 to 12 letters and digits; spaces and dashes are ignored. */
                        bank_code: string;
                    };
                    /** @description Your references, returned with the refund. */
                    metadata?: {
                        /** @description Your id of the case, 1 to 128 characters. */
                        case_id?: string | null;
                        /** @description Your id of the person who handles the case, 1 to 128 characters. */
                        agent_id?: string | null;
                    } | null;
                };
            };
        };
        responses: {
            /** @description The same request was made before; the refund in its current state. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    "Idempotent-Replayed": components["headers"]["Idempotent-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefundRecord"];
                };
            };
            /** @description The refund is recorded and pending. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefundRecord"];
                };
            };
            400: components["responses"]["REFUND_001.REFUND_005"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            404: components["responses"]["REFUND_002"];
            409: components["responses"]["IDEMPOTENCY_IN_PROGRESS.REFUND_007"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["IDEMPOTENCY_KEY_REUSED.REFUND_008.REFUND_010"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["REFUND_009.SERVICE_UNAVAILABLE"];
        };
    };
    listRefunds: {
        parameters: {
            query?: {
                /** @description Only refunds that are in this status now. */
                status?: "pending" | "processing" | "completed" | "failed" | "cancelled" | "voided";
                /** @description Only refunds to the beneficiary with this `user_id`, 1 to 128 characters. */
                user_id?: string;
                /** @description Only refunds of this transaction, by your id of it. */
                transaction_id?: string;
                /** @description Only refunds with this `metadata.case_id`. */
                case_id?: string;
                /** @description Only refunds in this currency: ISO 4217, upper case. */
                currency?: string;
                /** @description Only refunds with this reason. */
                reason?: string;
                /** @description Only refunds of this amount or more, in major units; amounts are compared as numbers: give `currency` too. */
                amount_min?: string;
                /** @description Only refunds of this amount or less, in major units; amounts are compared as numbers: give `currency` too. */
                amount_max?: string;
                /** @description Only refunds created at this time or later: ISO 8601, a date (its beginning in UTC) or a time with an offset. */
                date_from?: string;
                /** @description Only refunds created at this time or earlier; a date alone means the end of that UTC day. */
                date_to?: string;
                /** @description Sort key; `refund_id` breaks ties. Amounts are compared as numbers: give `currency` too. */
                sort?: "created_at" | "amount";
                /** @description `desc`: newest or largest first; `asc`: oldest or smallest. */
                order?: "desc" | "asc";
                /** @description Number of the page, from 1; 1 by default. A refund requested between two pages moves the others by one; with `date_to` and without `status` pages do not move. A page costs as much as all pages before it: use `cursor` for long lists, not both. */
                page?: string;
                /** @description Refunds per page, 1 to 100; 50 by default. */
                page_size?: string;
                /** @description `next_cursor` of the previous page, unchanged, with the same filters, sort and order: continues right after it, whatever refunds were requested since, at the same cost on every page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of refunds. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The refunds of this page, in the requested order. */
                        data: {
                            /** @description The refund: `rf_` and a UUID. */
                            refund_id: string;
                            /**
                             * @description Status of the refund.
                             * @enum {string}
                             */
                            status: "pending" | "processing" | "completed" | "failed" | "cancelled" | "voided";
                            /** @description Amount in major units of the currency. */
                            amount: number;
                            /** @description ISO 4217 code of the amount, three upper-case letters. */
                            currency: string;
                            /** @description True when the beneficiary is not the transaction's user; absent otherwise. */
                            beneficiary_mismatch?: boolean;
                            /** @description When the refund was requested; ISO 8601, UTC, milliseconds. */
                            created_at: string;
                        }[];
                        /** @description Position of this page in the list. */
                        pagination: {
                            /** @description Number of this page, from 1; with a cursor, counted from the first page. */
                            page: number;
                            /** @description Refunds on a full page, 1 to 100. */
                            page_size: number;
                            /** @description Refunds that match the filters, on all pages; with filters that no counter covers, at most 10,000 are counted (see `total_capped`). */
                            total_items: number;
                            /** @description Pages of `total_items` refunds; 0 when none matches. */
                            total_pages: number;
                            /** @description Whether there are more refunds than `total_items`. Only with `transaction_id`, `case_id`, `currency`, `reason`, `amount_min` or `amount_max`: with other filters all refunds are counted. */
                            total_capped: boolean;
                            /** @description Send it as `cursor` with the same filters, sort and order for the next page; null on the last page. */
                            next_cursor: string | null;
                        };
                    };
                };
            };
            400: components["responses"]["REFUND_001"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getRefund: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The refund: `rf_` and a UUID, 39 characters. */
                refund_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A refund in its current state; fields appear with the status that has them. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefundRecord"];
                };
            };
            400: components["responses"]["REFUND_001"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            404: components["responses"]["NOT_FOUND.REFUND_003"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    cancelRefund: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The refund: `rf_` and a UUID, 39 characters. */
                refund_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Why it is cancelled, 1 to 1,000 characters. */
                    reason?: string | null;
                    /** @description Who cancels it, 1 to 128 characters; by default, the user of the token. */
                    cancelled_by?: string | null;
                } | null;
            };
        };
        responses: {
            /** @description The refund is cancelled and reserves nothing of its transaction. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The refund: `rf_` and a UUID, 39 characters. */
                        refund_id: string;
                        /**
                         * @description Status of the refund: pending (can be cancelled), processing (the payment network has it), completed, failed (can be retried), cancelled, or voided.
                         * @enum {string}
                         */
                        status: "pending" | "processing" | "completed" | "failed" | "cancelled" | "voided";
                        /** @description When the refund was cancelled; ISO 8601, UTC, milliseconds. */
                        cancelled_at: string;
                        /** @description Who cancelled it: as requested, by default the user of the token. */
                        cancelled_by: string;
                        /** @description Why it was cancelled, at most 1,000 characters; absent when not given. */
                        cancel_reason?: string;
                    };
                };
            };
            400: components["responses"]["REFUND_001"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            404: components["responses"]["NOT_FOUND.REFUND_003"];
            409: components["responses"]["REFUND_006"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    retryRefund: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The refund: `rf_` and a UUID, 39 characters. */
                refund_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Another account of the same beneficiary; by default, the previous one. */
                    update_beneficiary?: {
                        /** @description The corrected account: IBAN, or national account number of 4 to 34 letters and digits. */
                        account_number: string;
                        /** @description BIC, or national bank code of 3 to 12 letters and digits; by default, the previous one. */
                        bank_code?: string | null;
                    } | null;
                    /** @description Why it is retried, 1 to 1,000 characters; shown in the audit. */
                    retry_reason?: string | null;
                } | null;
            };
        };
        responses: {
            /** @description The refund is pending again and will be paid like a new one. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The refund: `rf_` and a UUID, 39 characters. */
                        refund_id: string;
                        /**
                         * @description Status of the refund: pending (can be cancelled), processing (the payment network has it), completed, failed (can be retried), cancelled, or voided.
                         * @enum {string}
                         */
                        status: "pending" | "processing" | "completed" | "failed" | "cancelled" | "voided";
                        /** @description How often the refund was retried, 0 to 5. */
                        retry_count: number;
                        /** @description Failure of the attempt before the last retry; null without one. */
                        previous_failure: {
                            /** @description When the attempt failed; ISO 8601, UTC, milliseconds. */
                            failed_at: string;
                            /** @description The payment network's reason, in capitals. */
                            failure_reason: string;
                        } | null;
                        /** @description When the refund was last retried, null when never; ISO 8601, UTC, milliseconds. */
                        retried_at: string | null;
                        /** @description When the refund was requested; ISO 8601, UTC, milliseconds. */
                        created_at: string;
                    };
                };
            };
            400: components["responses"]["REFUND_001"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            404: components["responses"]["NOT_FOUND.REFUND_003"];
            409: components["responses"]["REFUND_006.REFUND_007"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["REFUND_008.REFUND_010"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["REFUND_009.SERVICE_UNAVAILABLE"];
        };
    };
    voidRefund: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The refund: `rf_` and a UUID, 39 characters. */
                refund_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Why it is voided.
                     * @enum {string}
                     */
                    reason: "fraud_not_confirmed" | "beneficiary_data_error" | "duplicate_refund" | "compliance_hold" | "customer_request";
                    /** @description The reason in words, 1 to 1,000 characters. */
                    details?: string | null;
                    /** @description Who voids it, 1 to 128 characters; by default, the user of the token. */
                    voided_by?: string | null;
                };
            };
        };
        responses: {
            /** @description The refund is voided; `reversal_status` is the progress of its reversal. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The refund: `rf_` and a UUID, 39 characters. */
                        refund_id: string;
                        /**
                         * @description Status of the refund: pending (can be cancelled), processing (the payment network has it), completed, failed (can be retried), cancelled, or voided.
                         * @enum {string}
                         */
                        status: "pending" | "processing" | "completed" | "failed" | "cancelled" | "voided";
                        /** @description When the refund was voided; ISO 8601, UTC, milliseconds. */
                        voided_at: string;
                        /** @description Who voided it: as requested, by default the user of the token. */
                        voided_by: string;
                        /** @description Why it was voided: fraud_not_confirmed, beneficiary_data_error, duplicate_refund, compliance_hold, customer_request. */
                        void_reason: string;
                        /** @description The reason in words, at most 1,000 characters; absent when not given. */
                        void_details?: string;
                        /** @description Amount of the voided refund in major units of its currency. */
                        original_amount: number;
                        /** @description Whether the beneficiary was already credited; then the money is reversed. */
                        funds_transferred: boolean;
                        /**
                         * @description Progress of the reversal; absent when no money moved. At each change, `refund.voided` is sent again.
                         * @enum {string}
                         */
                        reversal_status?: "pending" | "completed" | "failed";
                        /** @description The payment network's reference of the reversal; absent until there is one. */
                        reversal_reference?: string;
                    };
                };
            };
            400: components["responses"]["REFUND_001"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            404: components["responses"]["NOT_FOUND.REFUND_003"];
            409: components["responses"]["REFUND_006"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getRefundStatistics: {
        parameters: {
            query: {
                /** @description The first step is the one that contains this time; ISO 8601 date and time with an offset. */
                since: string;
                /** @description The last step is the last one that begins before this time; ISO 8601 with an offset. */
                until: string;
                /** @description Length of a step, in UTC; at most 1000 steps. */
                step: "hour" | "day" | "month";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What happened to refunds, step by step. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Length of a step.
                         * @enum {string}
                         */
                        step: "hour" | "day" | "month";
                        /** @description All steps, oldest first, also empty ones. */
                        steps: {
                            /** @description Start of the step; ISO 8601, UTC, milliseconds. */
                            start: string;
                            /** @description Statuses that refunds entered; others are left out. */
                            entries: {
                                /**
                                 * @description The status that refunds entered.
                                 * @enum {string}
                                 */
                                status: "pending" | "processing" | "completed" | "failed" | "cancelled" | "voided";
                                /** @description How often refunds entered it: a refund that is retried is pending twice. */
                                count: number;
                                /** @description Their amounts, one for each currency. */
                                amounts: {
                                    /** @description ISO 4217, upper case. */
                                    currency: string;
                                    /** @description Sum of their amounts in major units, with the currency's decimals. */
                                    amount: number;
                                }[];
                            }[];
                            /** @description From the request to the completion of refunds that completed. */
                            time_to_completion: {
                                /** @description Durations that are counted here. */
                                count: number;
                                /** @description Half of them took at most so long, ± 5 %; null without any. */
                                p50_seconds: number | null;
                                /** @description 95 % of them took at most so long, ± 5 %; null without any. */
                                p95_seconds: number | null;
                                /** @description The histogram. Bounds are the same in every answer: add up the counts of equal bounds to merge answers. */
                                buckets: {
                                    /** @description Upper bounds of the buckets that are not empty, ascending. */
                                    up_to_seconds: number[];
                                    /** @description Durations in each of them. */
                                    counts: number[];
                                };
                            };
                        }[];
                        /** @description All steps together. */
                        total: {
                            /** @description Statuses that refunds entered; others are left out. */
                            entries: {
                                /**
                                 * @description The status that refunds entered.
                                 * @enum {string}
                                 */
                                status: "pending" | "processing" | "completed" | "failed" | "cancelled" | "voided";
                                /** @description How often refunds entered it: a refund that is retried is pending twice. */
                                count: number;
                                /** @description Their amounts, one for each currency. */
                                amounts: {
                                    /** @description ISO 4217, upper case. */
                                    currency: string;
                                    /** @description Sum of their amounts in major units, with the currency's decimals. */
                                    amount: number;
                                }[];
                            }[];
                            /** @description From the request to the completion of refunds that completed. */
                            time_to_completion: {
                                /** @description Durations that are counted here. */
                                count: number;
                                /** @description Half of them took at most so long, ± 5 %; null without any. */
                                p50_seconds: number | null;
                                /** @description 95 % of them took at most so long, ± 5 %; null without any. */
                                p95_seconds: number | null;
                                /** @description The histogram. Bounds are the same in every answer: add up the counts of equal bounds to merge answers. */
                                buckets: {
                                    /** @description Upper bounds of the buckets that are not empty, ascending. */
                                    up_to_seconds: number[];
                                    /** @description Durations in each of them. */
                                    counts: number[];
                                };
                            };
                        };
                    };
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listReconciliationFlags: {
        parameters: {
            query?: {
                /** @description Status of the flags; `open` by default. */
                status?: "open" | "resolved" | "all";
                /** @description Only flags of this kind. */
                kind?: "missing_there" | "missing_here" | "amount_differs" | "status_differs" | "contradicted";
                /** @description Only flags of this refund. */
                refund_id?: string;
                /** @description Flags on a page, 1 to 200. */
                limit?: number;
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of flags. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Newest first. */
                        data: {
                            /** @description The flag: `flg_`, a UUID and a number. */
                            flag_id: string;
                            /**
                             * @description Whether a person has resolved it.
                             * @enum {string}
                             */
                            status: "open" | "resolved";
                            /**
                             * @description How they disagree: missing_there (money is recorded as moved, and is not in the statement), missing_here (no refund here matches), amount_differs (or the currency), status_differs, or contradicted (the network reported two outcomes that exclude each other, such as two references for one payment).
                             * @enum {string}
                             */
                            kind: "missing_there" | "missing_here" | "amount_differs" | "status_differs" | "contradicted";
                            /** @description The refund: `rf_` and a UUID; null when none of your client matches. */
                            refund_id: string | null;
                            /** @description The key that the network got for the payment; null when the statement has none. */
                            key: string | null;
                            /**
                             * @description Whether it is the payment or its reversal.
                             * @enum {string}
                             */
                            about: "transfer" | "reversal";
                            /** @description Attempt of the refund, 0 for the first; null when unknown. */
                            attempt: number | null;
                            /** @description The line of the statement; null when there is none. */
                            said: {
                                /**
                                 * @description Outcome at the network.
                                 * @enum {string}
                                 */
                                outcome: "succeeded" | "rejected" | "completed" | "failed";
                                /** @description Amount in major units of the currency. */
                                amount: number;
                                /** @description ISO 4217 code of the amount, three upper-case letters. */
                                currency: string;
                                /** @description The payment network's reference. */
                                reference: string;
                                /** @description When the network booked it; ISO 8601, UTC, milliseconds. */
                                at: string;
                            } | null;
                            /** @description The recorded movement; null when there is none. */
                            recorded: {
                                /** @description Status of the refund when it was compared. */
                                status: string;
                                /**
                                 * @description Recorded outcome; none means that it was not requested.
                                 * @enum {string}
                                 */
                                outcome: "none" | "in_flight" | "succeeded" | "rejected" | "completed" | "failed";
                                /** @description Amount in major units of the currency. */
                                amount: number;
                                /** @description ISO 4217 code of the amount, three upper-case letters. */
                                currency: string;
                                /** @description The network's reference; null when no money moved. */
                                reference: string | null;
                                /** @description When the outcome was recorded; null when there was none; ISO 8601, UTC, milliseconds. */
                                at: string | null;
                            } | null;
                            /** @description The first statement with the discrepancy. */
                            statement: {
                                /** @description Beginning of the period; ISO 8601, UTC, milliseconds. */
                                from: string;
                                /** @description End of the period, exclusive; ISO 8601, UTC, milliseconds. */
                                to: string;
                                /** @description SHA-256 of the whole file, 64 hexadecimal digits: identifies the file. */
                                sha256: string;
                            };
                            /** @description When it was flagged; ISO 8601, UTC, milliseconds. */
                            flagged_at: string;
                            /** @description Who sent the statement. */
                            flagged_by: string;
                            /** @description When it was resolved; null when it is not; ISO 8601, UTC, milliseconds. */
                            resolved_at: string | null;
                            /** @description Who resolved it; null while open. */
                            resolved_by: string | null;
                        }[];
                        /** @description Position of this page in the list. */
                        pagination: {
                            /** @description Send it as `cursor` for the next page; null on the last page. */
                            next_cursor: string | null;
                            /** @description Whether there is a next page. */
                            has_more: boolean;
                        };
                    };
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    resolveReconciliationFlag: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The flag: `flg_`, a UUID and a number. */
                flag_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What was found out and done, 1 to 1,000 characters; shown in the audit. */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description A flagged discrepancy, and how it was resolved. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The flag: `flg_`, a UUID and a number. */
                        flag_id: string;
                        /**
                         * @description Whether a person has resolved it.
                         * @enum {string}
                         */
                        status: "open" | "resolved";
                        /**
                         * @description How they disagree: missing_there (money is recorded as moved, and is not in the statement), missing_here (no refund here matches), amount_differs (or the currency), status_differs, or contradicted (the network reported two outcomes that exclude each other, such as two references for one payment).
                         * @enum {string}
                         */
                        kind: "missing_there" | "missing_here" | "amount_differs" | "status_differs" | "contradicted";
                        /** @description The refund: `rf_` and a UUID; null when none of your client matches. */
                        refund_id: string | null;
                        /** @description The key that the network got for the payment; null when the statement has none. */
                        key: string | null;
                        /**
                         * @description Whether it is the payment or its reversal.
                         * @enum {string}
                         */
                        about: "transfer" | "reversal";
                        /** @description Attempt of the refund, 0 for the first; null when unknown. */
                        attempt: number | null;
                        /** @description The line of the statement; null when there is none. */
                        said: {
                            /**
                             * @description Outcome at the network.
                             * @enum {string}
                             */
                            outcome: "succeeded" | "rejected" | "completed" | "failed";
                            /** @description Amount in major units of the currency. */
                            amount: number;
                            /** @description ISO 4217 code of the amount, three upper-case letters. */
                            currency: string;
                            /** @description The payment network's reference. */
                            reference: string;
                            /** @description When the network booked it; ISO 8601, UTC, milliseconds. */
                            at: string;
                        } | null;
                        /** @description The recorded movement; null when there is none. */
                        recorded: {
                            /** @description Status of the refund when it was compared. */
                            status: string;
                            /**
                             * @description Recorded outcome; none means that it was not requested.
                             * @enum {string}
                             */
                            outcome: "none" | "in_flight" | "succeeded" | "rejected" | "completed" | "failed";
                            /** @description Amount in major units of the currency. */
                            amount: number;
                            /** @description ISO 4217 code of the amount, three upper-case letters. */
                            currency: string;
                            /** @description The network's reference; null when no money moved. */
                            reference: string | null;
                            /** @description When the outcome was recorded; null when there was none; ISO 8601, UTC, milliseconds. */
                            at: string | null;
                        } | null;
                        /** @description The first statement with the discrepancy. */
                        statement: {
                            /** @description Beginning of the period; ISO 8601, UTC, milliseconds. */
                            from: string;
                            /** @description End of the period, exclusive; ISO 8601, UTC, milliseconds. */
                            to: string;
                            /** @description SHA-256 of the whole file, 64 hexadecimal digits: identifies the file. */
                            sha256: string;
                        };
                        /** @description When it was flagged; ISO 8601, UTC, milliseconds. */
                        flagged_at: string;
                        /** @description Who sent the statement. */
                        flagged_by: string;
                        /** @description How it was resolved; null while open. */
                        resolution: {
                            /** @description What was found out and done. */
                            reason: string;
                            /** @description When it was resolved; ISO 8601, UTC, milliseconds. */
                            resolved_at: string;
                            /** @description Who resolved it. */
                            resolved_by: string;
                        } | null;
                    };
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            404: components["responses"]["NOT_FOUND"];
            409: components["responses"]["CONFLICT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getSandboxStatement: {
        parameters: {
            query: {
                /** @description From this time; ISO 8601 with an offset. */
                from: string;
                /** @description Until before this time; ISO 8601 with an offset. */
                to: string;
                /** @description Newline-delimited JSON, or CSV with the same fields. */
                format?: "ndjson" | "csv";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The statement, from header to trailer. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    scoreTransaction: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The transaction. It is recorded with its score, so that refunds can refer to it. */
                    transaction: {
                        /** @description Your id of the transaction, 1 to 128 characters; refunds name it. */
                        transaction_id: string;
                        /** @description Your id of the user whose transaction it is, 1 to 128 characters. */
                        user_id: string;
                        /** @description Your id of the account, 1 to 128 characters. */
                        account_id?: string | null;
                        /** @description Amount in major units, greater than 0, with at most the currency's decimals; its refunds cannot exceed it. */
                        amount: number;
                        /** @description ISO 4217 code of a circulating currency, three upper-case letters. */
                        currency: string;
                        /** @description Operation type: transfer, payment, withdrawal, deposit, refund; others are refused with FRAUD_004. */
                        operation_type: string;
                        /** @description Who was paid, as far as you know. */
                        merchant?: {
                            /** @description Your id of the merchant, 1 to 128 characters. */
                            id?: string | null;
                            /** @description Name of the merchant, 1 to 256 characters. */
                            name?: string | null;
                            /** @description Category of the merchant, 1 to 128 characters. */
                            category?: string | null;
                        } | null;
                        /** @description The device that made it, as far as you know. */
                        device?: {
                            /** @description Address of the device, 1 to 64 characters. */
                            ip?: string | null;
                            /** @description User agent of its browser or app, 1 to 512 characters. */
                            user_agent?: string | null;
                            /** @description Your fingerprint of the device, 1 to 256 characters. */
                            fingerprint?: string | null;
                        } | null;
                        /**
                         * Format: date-time
                         * @description When the transaction was made; ISO 8601 date and time with any offset.
                         */
                        timestamp: string;
                    };
                    /**
                     * @description Parts of the response; default: all of them.
                     * @default {}
                     */
                    options?: {
                        /**
                         * @description Whether the response contains `risk_factors`.
                         * @default true
                         */
                        include_reasons?: boolean;
                        /**
                         * @description Whether the response contains `velocity_check`.
                         * @default true
                         */
                        include_velocity?: boolean;
                    };
                };
            };
        };
        responses: {
            /** @description The recorded score. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    /** @description The request is a repeat; nothing was done again. Absent for the first request. */
                    "Idempotent-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RealtimeScore"];
                };
            };
            400: components["responses"]["FRAUD_001.nested"];
            401: components["responses"]["AUTH_001.AUTH_002.nested"];
            403: components["responses"]["AUTH_003.nested"];
            409: components["responses"]["CONFLICT.nested"];
            413: components["responses"]["PAYLOAD_TOO_LARGE.nested"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE.nested"];
            422: components["responses"]["FRAUD_004.nested"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED.nested"];
            500: components["responses"]["FRAUD_006.INTERNAL_ERROR.nested"];
            503: components["responses"]["SERVICE_UNAVAILABLE.nested"];
        };
    };
    getFraudDecision: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Your own id of the transaction, percent-encoded. */
                transaction_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The recorded decision. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FraudDecision"];
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            404: components["responses"]["NOT_FOUND"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    scoreBatch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Which of your client's transactions; default: all of them.
                     * @default {}
                     */
                    filters?: {
                        /** @description Only transactions of this user, by your own id. */
                        user_id?: string | null;
                        /** @description Only transactions of these accounts. */
                        account_ids?: string[] | null;
                        /** @description Only these transactions, 1000 at most: more are refused with FRAUD_002. One that your client has not recorded is FRAUD_003. */
                        transaction_ids?: string[] | null;
                        /** @description Only transactions made at this time or later; ISO 8601 with an offset. */
                        date_from?: string | null;
                        /** @description Only transactions made at this time or earlier; it must be after date_from. */
                        date_to?: string | null;
                        /** @description Only transactions of these operation types. */
                        operation_types?: ("transfer" | "payment" | "withdrawal" | "deposit" | "refund")[] | null;
                    };
                    /**
                     * @description Thresholds, reasons and the number of transactions.
                     * @default {}
                     */
                    options?: {
                        /** @description Lowest score of an alert, for this request only. */
                        alert_threshold?: number | null;
                        /** @description Threshold of your policy: global = its default, per_category = that of the transaction's category or operation. `alert_threshold` overrides it. Without either, a recorded score keeps its recorded threshold, and other scores use per_category. */
                        threshold_policy?: ("global" | "per_category") | null;
                        /**
                         * @description Whether the response contains `risk_factors`.
                         * @default true
                         */
                        include_reasons?: boolean;
                        /**
                         * @description Transactions on all pages together, newest first; 1000 at most: more are refused with FRAUD_002.
                         * @default 1000
                         */
                        limit?: number;
                    };
                    /**
                     * @description Position and size of the page.
                     * @default {}
                     */
                    pagination?: {
                        /** @description `next_cursor` of the previous page, with the same filters and options; null for the first page. */
                        cursor?: string | null;
                        /**
                         * @description Transactions on a page, 1000 at most: more are refused with FRAUD_002.
                         * @default 100
                         */
                        page_size?: number;
                    };
                };
            };
        };
        responses: {
            /** @description A page of scores. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BatchScores"];
                };
            };
            400: components["responses"]["FRAUD_002.INVALID_FILTER_PARAMS.nested"];
            401: components["responses"]["AUTH_001.AUTH_002.nested"];
            403: components["responses"]["AUTH_003.nested"];
            404: components["responses"]["FRAUD_003.NOT_FOUND.nested"];
            413: components["responses"]["PAYLOAD_TOO_LARGE.nested"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE.nested"];
            422: components["responses"]["INVALID_DATE_RANGE.nested"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED.nested"];
            500: components["responses"]["FRAUD_006.INTERNAL_ERROR.nested"];
            503: components["responses"]["SERVICE_UNAVAILABLE.nested"];
        };
    };
    reportFraudOutcomes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Your own id of a transaction that was scored or recorded. */
                    transaction_id: string;
                    /**
                     * @description The outcome. A chargeback counts as a fraud.
                     * @enum {string}
                     */
                    outcome: "confirmed_fraud" | "legitimate" | "chargeback";
                    /** @description When the outcome became known; ISO 8601 date and time with any offset; default: now. Not before the transaction, and not more than 5 minutes in the future. */
                    reported_at?: string | null;
                }[] | {
                    /** @description Your own id of a transaction that was scored or recorded. */
                    transaction_id: string;
                    /**
                     * @description The outcome. A chargeback counts as a fraud.
                     * @enum {string}
                     */
                    outcome: "confirmed_fraud" | "legitimate" | "chargeback";
                    /** @description When the outcome became known; ISO 8601 date and time with any offset; default: now. Not before the transaction, and not more than 5 minutes in the future. */
                    reported_at?: string | null;
                };
            };
        };
        responses: {
            /** @description All outcomes of the request are recorded. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description New outcomes, 0 to 1000. */
                        recorded: number;
                        /** @description Outcomes that were already recorded, 0 to 1000. */
                        duplicates: number;
                    };
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            404: components["responses"]["FRAUD_003"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listFraudLists: {
        parameters: {
            query?: {
                /** @description Only entries of this list. */
                list?: "allow" | "block";
                /** @description Only entries of this kind. */
                kind?: "user" | "account" | "merchant" | "device" | "ip_range";
                /** @description Only entries with exactly this value. */
                value?: string;
                /** @description Entries per page, 1 to 1000. */
                limit?: number;
                /** @description `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of entries. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The entries of this page, newest first. */
                        data: components["schemas"]["FraudListEntry"][];
                        /** @description Send it as `cursor` for the next page; null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    addFraudListEntry: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description With `block` the score is 1 and the recommendation deny. With `allow` the score stays, without an alert, and the recommendation is approve. A block overrides an allow.
                     * @enum {string}
                     */
                    list: "allow" | "block";
                    /**
                     * @description Type of the value.
                     * @enum {string}
                     */
                    kind: "user" | "account" | "merchant" | "device" | "ip_range";
                    /** @description Your id of the user, account or merchant (or the merchant's name if it has no id), the device's fingerprint, or for `ip_range` an address or a range in CIDR form. */
                    value: string;
                    /** @description Reason for the entry. */
                    reason: string;
                    /** @description When the entry expires; never by default. */
                    expires_at?: string | null;
                };
            };
        };
        responses: {
            /** @description The new entry. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FraudListEntry"];
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            409: components["responses"]["CONFLICT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    removeFraudListEntry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the entry. */
                entry_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Reason for the removal, at most 500 characters. */
                    reason?: string | null;
                } | null;
            };
        };
        responses: {
            /** @description The entry was removed. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The entry that was removed. */
                        entry_id: string;
                        /**
                         * @description Always true.
                         * @constant
                         */
                        removed: true;
                    };
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            404: components["responses"]["NOT_FOUND"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getFraudPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The present policy. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FraudPolicy"];
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    setFraudPolicy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Lowest score of an alert.
                     * @default {}
                     */
                    alert_thresholds?: {
                        /** @description Lowest score of an alert, 0 to 1; default 0.6. */
                        default?: number | null;
                        /**
                         * @description By operation type; overrides `default`.
                         * @default {}
                         */
                        by_operation?: {
                            [key: string]: number;
                        };
                        /**
                         * @description By merchant category; overrides `by_operation` and `default`.
                         * @default {}
                         */
                        by_category?: {
                            [key: string]: number;
                        };
                    };
                    /**
                     * @description Recommendation by level; default low: approve, medium: review, high: challenge, critical: deny.
                     * @default {}
                     */
                    recommendations?: {
                        [key: string]: "approve" | "review" | "challenge" | "deny";
                    };
                    /** @description Lowest score of an escalated alert, 0 to 1; default 0.85. */
                    escalation_threshold?: number | null;
                    /** @description The version that you have read: CONFLICT if it is no longer the present one. Without it, any version is replaced. */
                    version?: number;
                    /** @description Ignored: part of the response only. */
                    set_at?: unknown;
                    /** @description Ignored: part of the response only. */
                    set_by?: unknown;
                };
            };
        };
        responses: {
            /** @description The present policy. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FraudPolicy"];
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            409: components["responses"]["CONFLICT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listFraudModels: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The models. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description All models. */
                        data: components["schemas"]["FraudModel"][];
                    };
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    promoteFraudModel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Version of the model. */
                version: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The model after the change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FraudModel"];
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            404: components["responses"]["NOT_FOUND"];
            409: components["responses"]["CONFLICT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    shadowFraudModel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Version of the model. */
                version: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The model after the change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FraudModel"];
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            404: components["responses"]["NOT_FOUND"];
            409: components["responses"]["CONFLICT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    retireFraudModel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Version of the model. */
                version: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The model after the change. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FraudModel"];
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            404: components["responses"]["NOT_FOUND"];
            409: components["responses"]["CONFLICT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getFraudAlertStatistics: {
        parameters: {
            query: {
                /** @description The first step is the one that contains this time; ISO 8601 date and time with an offset. */
                since: string;
                /** @description The last step is the last one that begins before this time; ISO 8601 with an offset. */
                until: string;
                /** @description Length of a step, in UTC; at most 1000 steps. */
                step: "hour" | "day" | "month";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What happened to alerts, step by step. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Length of a step.
                         * @enum {string}
                         */
                        step: "hour" | "day" | "month";
                        /** @description All steps, oldest first, also empty ones. */
                        steps: {
                            /** @description Start of the step; ISO 8601, UTC, milliseconds. */
                            start: string;
                            /** @description Statuses that alerts entered, by level and outcome; others are left out. */
                            entries: {
                                /**
                                 * @description The status that alerts entered.
                                 * @enum {string}
                                 */
                                status: "open" | "escalated" | "reopened" | "resolved";
                                /**
                                 * @description Their level at that time.
                                 * @enum {string}
                                 */
                                level: "low" | "medium" | "high" | "critical";
                                /** @description The outcome of their resolution; null in other statuses. */
                                outcome: ("confirmed_fraud" | "legitimate") | null;
                                /** @description How often alerts entered it: one that is resolved again is counted again. */
                                count: number;
                            }[];
                            /** @description From the opening to the resolution of alerts that were resolved. */
                            time_to_resolution: {
                                /** @description Durations that are counted here. */
                                count: number;
                                /** @description Half of them took at most so long, ± 5 %; null without any. */
                                p50_seconds: number | null;
                                /** @description 95 % of them took at most so long, ± 5 %; null without any. */
                                p95_seconds: number | null;
                                /** @description The histogram. Bounds are the same in every answer: add up the counts of equal bounds to merge answers. */
                                buckets: {
                                    /** @description Upper bounds of the buckets that are not empty, ascending. */
                                    up_to_seconds: number[];
                                    /** @description Durations in each of them. */
                                    counts: number[];
                                };
                            };
                        }[];
                        /** @description All steps together. */
                        total: {
                            /** @description Statuses that alerts entered, by level and outcome; others are left out. */
                            entries: {
                                /**
                                 * @description The status that alerts entered.
                                 * @enum {string}
                                 */
                                status: "open" | "escalated" | "reopened" | "resolved";
                                /**
                                 * @description Their level at that time.
                                 * @enum {string}
                                 */
                                level: "low" | "medium" | "high" | "critical";
                                /** @description The outcome of their resolution; null in other statuses. */
                                outcome: ("confirmed_fraud" | "legitimate") | null;
                                /** @description How often alerts entered it: one that is resolved again is counted again. */
                                count: number;
                            }[];
                            /** @description From the opening to the resolution of alerts that were resolved. */
                            time_to_resolution: {
                                /** @description Durations that are counted here. */
                                count: number;
                                /** @description Half of them took at most so long, ± 5 %; null without any. */
                                p50_seconds: number | null;
                                /** @description 95 % of them took at most so long, ± 5 %; null without any. */
                                p95_seconds: number | null;
                                /** @description The histogram. Bounds are the same in every answer: add up the counts of equal bounds to merge answers. */
                                buckets: {
                                    /** @description Upper bounds of the buckets that are not empty, ascending. */
                                    up_to_seconds: number[];
                                    /** @description Durations in each of them. */
                                    counts: number[];
                                };
                            };
                        };
                    };
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listFraudAlerts: {
        parameters: {
            query?: {
                /** @description Only alerts with this status; default: all unresolved ones. */
                status?: "open" | "escalated" | "reopened" | "resolved" | "unresolved" | "all";
                /** @description Only alerts whose latest score has this level. */
                level?: "low" | "medium" | "high" | "critical";
                /** @description Only alerts on transactions of this user, by your own id. */
                user_id?: string;
                /** @description Only the alert on this transaction, by your own id. */
                transaction_id?: string;
                /** @description Only alerts assigned to this id. */
                assigned_to?: string;
                /** @description Only unassigned alerts. */
                unassigned?: "true";
                /** @description Only alerts opened at or after this time; ISO 8601 with an offset. */
                since?: string;
                /** @description Only alerts opened before this time; ISO 8601 with an offset. */
                until?: string;
                /** @description Order: newest first, oldest first, or highest score first. */
                sort?: "opened_at" | "oldest" | "score";
                /** @description Alerts on a page, 1 to 200. */
                limit?: number;
                /** @description `next_cursor` of the previous page, with the same filters and sort. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of alerts. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The alerts of this page, in the requested order. */
                        data: {
                            /** @description Id of the alert: `alr_` and a UUID, 40 characters. */
                            alert_id: string;
                            /**
                             * @description Status of the alert: open, escalated, reopened (resolved once and open again) or resolved.
                             * @enum {string}
                             */
                            status: "open" | "escalated" | "reopened" | "resolved";
                            /** @description Your own id of the transaction; `[erased]` after an erasure of its user. */
                            transaction_id: string;
                            /** @description Your own id of the user; `[erased]` after an erasure. */
                            user_id: string;
                            /** @description Amount of the transaction in major units of its currency. */
                            amount: number;
                            /** @description ISO 4217 code of the amount, three upper-case letters. */
                            currency: string;
                            /** @description Latest score, 0 to 1, four decimals. */
                            fraud_score: number;
                            /**
                             * @description Level of the score.
                             * @enum {string}
                             */
                            fraud_level: "low" | "medium" | "high" | "critical";
                            /**
                             * @description Recommended treatment of the transaction.
                             * @enum {string}
                             */
                            recommendation: "approve" | "review" | "challenge" | "deny";
                            /** @description Reasons for the score, the most important first. */
                            risk_factors: components["schemas"]["RiskFactor"][];
                            /** @description Assignee; null without one. */
                            assigned_to: string | null;
                            /** @description When the alert was opened; ISO 8601, UTC, milliseconds. */
                            opened_at: string;
                            /** @description When it last changed; ISO 8601, UTC, milliseconds. */
                            updated_at: string;
                            /** @description When it was resolved; null while it is not; ISO 8601, UTC, milliseconds. */
                            resolved_at: string | null;
                            /** @description Outcome of the transaction; null while undecided. */
                            outcome: ("confirmed_fraud" | "legitimate") | null;
                            /** @description Whole seconds from its opening until now or, if it is resolved, until its resolution. */
                            age_seconds: number;
                        }[];
                        /** @description Position of this page in the list. */
                        pagination: {
                            /** @description Send it as `cursor` with the same filters and sort for the next page; null on the last page. */
                            next_cursor: string | null;
                            /** @description Whether there is a next page. */
                            has_more: boolean;
                        };
                    };
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getFraudAlert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the alert: `alr_` and a UUID, 40 characters. */
                alert_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The present state of a fraud alert. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertRecord"];
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            404: components["responses"]["NOT_FOUND"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    assignFraudAlert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the alert: `alr_` and a UUID, 40 characters. */
                alert_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Your id of the assignee, 1 to 128 characters; null removes the assignee. Default: the user of the token. */
                    assigned_to?: string | null;
                    /** @description The assignee that you have read, null if none: CONFLICT if it is no longer the present one. Without it, any assignee is replaced. */
                    expected_assigned_to?: string | null;
                } | null;
            };
        };
        responses: {
            /** @description The present state of a fraud alert. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertRecord"];
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            404: components["responses"]["NOT_FOUND"];
            409: components["responses"]["CONFLICT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    escalateFraudAlert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the alert: `alr_` and a UUID, 40 characters. */
                alert_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Reason for the escalation, 1 to 1,000 characters; stored encrypted. */
                    note?: string | null;
                } | null;
            };
        };
        responses: {
            /** @description The present state of a fraud alert. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertRecord"];
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            404: components["responses"]["NOT_FOUND"];
            409: components["responses"]["CONFLICT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    resolveFraudAlert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the alert: `alr_` and a UUID, 40 characters. */
                alert_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Outcome of the transaction.
                     * @enum {string}
                     */
                    outcome: "confirmed_fraud" | "legitimate";
                    /** @description Findings, 1 to 1,000 characters; stored encrypted. */
                    note: string;
                };
            };
        };
        responses: {
            /** @description The present state of a fraud alert. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertRecord"];
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            404: components["responses"]["NOT_FOUND"];
            409: components["responses"]["CONFLICT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    reopenFraudAlert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Id of the alert: `alr_` and a UUID, 40 characters. */
                alert_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Reason for the reopening, 1 to 1,000 characters; stored encrypted. */
                    note: string;
                };
            };
        };
        responses: {
            /** @description The present state of a fraud alert. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertRecord"];
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            404: components["responses"]["NOT_FOUND"];
            409: components["responses"]["CONFLICT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    analyzeSms: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SmsMessage"];
            };
        };
        responses: {
            /** @description The recorded analysis of a message. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    /** @description The request is a repeat; nothing was done again. Absent for the first request. */
                    "Idempotent-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SmsAnalysis"];
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            409: components["responses"]["CONFLICT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    analyzeSmsBatch: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The messages, 1 to 100. */
                    messages: components["schemas"]["SmsMessage"][];
                };
            };
        };
        responses: {
            /** @description The results of a batch. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SmsBatchResult"];
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listSmsAnalyses: {
        parameters: {
            query?: {
                /** @description Only messages that are phishing (true) or that are not (false). */
                is_phishing?: "true" | "false";
                /** @description Only messages with this risk level. */
                risk_level?: "low" | "medium" | "high" | "critical";
                /** @description Only messages of this user, by your id. */
                user_id?: string;
                /** @description Only messages of this device, by your id. */
                device_id?: string;
                /** @description Only messages with this id, which you assigned. */
                message_id?: string;
                /** @description Only messages with this reported class; none for messages without a report. */
                verdict?: "phishing" | "promotion" | "legitimate" | "none";
                /** @description Only messages analysed at or after this time; ISO 8601 with an offset. */
                since?: string;
                /** @description Only messages analysed before this time; ISO 8601 with an offset. */
                until?: string;
                /** @description Analyses per page, 1 to 200. */
                limit?: number;
                /** @description `next_cursor` of the previous page, with the same filters. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of analyses. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Analyses, the newest first. */
                        data: {
                            /** @description The analysis: `sms_` and a UUID, 40 characters. */
                            analysis_id: string;
                            /** @description Your id of the message; null if you sent none. */
                            message_id: string | null;
                            /** @description Whether the score reaches the model's threshold, which the model card contains. */
                            is_phishing: boolean;
                            /**
                             * @description It is low below 0.30, medium below 0.60, high below 0.85, and critical from 0.85 on.
                             * @enum {string}
                             */
                            risk_level: "low" | "medium" | "high" | "critical";
                            /** @description A calibrated probability with four decimals. Rules can raise it, and cap it for messages that are harmless by their form, such as one-time codes. */
                            risk_score: number;
                            /** @description Number of distinct URLs in the text and in `extracted_urls`. */
                            urls_found: number;
                            /** @description How many of them have the verdict malicious. */
                            malicious_urls: number;
                            /** @description Language of the message: en, es or other. Descriptions and advice are in Spanish for es, in English otherwise. */
                            language: string;
                            /** @description Your id of the recipient; null if unknown, `[erased]` after an erasure. */
                            user_id: string | null;
                            /** @description Your id of the device; `[erased]` after the person is erased. */
                            device_id: string | null;
                            /**
                             * @description The kind of sender, by its form, and by the user's contacts and your client's country if they are known.
                             * @enum {string}
                             */
                            sender_type: "short_code" | "alphanumeric" | "local_number" | "foreign_number" | "email_gateway" | "unknown_number" | "known_contact";
                            /** @description The kinds of threats that were found. */
                            indicators: ("bank_impersonation" | "delivery_scam" | "prize_scam" | "urgency_language" | "suspicious_url" | "credential_request" | "government_impersonation" | "family_impersonation" | "job_scam" | "crypto_scam" | "wrong_number" | "phishing_wording")[];
                            /** @description The reported class of the message; null until it is reported. */
                            verdict: ("phishing" | "promotion" | "legitimate") | null;
                            /** @description When it was analysed; ISO 8601, UTC, milliseconds. */
                            analyzed_at: string;
                        }[];
                        /** @description How to get the next page. */
                        pagination: {
                            /** @description Send it as `cursor` for the next page; null on the last page. */
                            next_cursor: string | null;
                            /** @description Whether there is another page. */
                            has_more: boolean;
                        };
                    };
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getSmsAnalysis: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The analysis: `sms_` and a UUID, 40 characters. */
                analysis_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An analysis in its present state. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SmsAnalysisRecord"];
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            404: components["responses"]["NOT_FOUND"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    giveSmsFeedback: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The analysis: `sms_` and a UUID, 40 characters. */
                analysis_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description What the message was.
                     * @enum {string}
                     */
                    verdict: "phishing" | "promotion" | "legitimate";
                };
            };
        };
        responses: {
            /** @description An analysis in its present state. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SmsAnalysisRecord"];
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            404: components["responses"]["NOT_FOUND"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    recordDarkwebLeaks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DarkwebLeakInput"][] | components["schemas"]["DarkwebLeakInput"];
            };
        };
        responses: {
            /** @description All detections of the request are recorded. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Detections that this request recorded, 0 to 100. */
                        recorded: number;
                        /** @description Detections whose id was recorded before, 0 to 100. */
                        duplicates: number;
                    };
                };
            };
            400: components["responses"]["DARKWEB_001.INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            409: components["responses"]["CONFLICT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            429: components["responses"]["DARKWEB_004"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    recordPhishingEmails: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PhishingEmailInput"][] | components["schemas"]["PhishingEmailInput"];
            };
        };
        responses: {
            /** @description All detections of the request are recorded. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Detections that this request recorded, 0 to 100. */
                        recorded: number;
                        /** @description Detections whose id was recorded before, 0 to 100. */
                        duplicates: number;
                    };
                };
            };
            400: components["responses"]["EMAIL_001.EMAIL_002.INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            409: components["responses"]["CONFLICT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            429: components["responses"]["EMAIL_006"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    recordMaliciousUrls: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MaliciousUrlInput"][] | components["schemas"]["MaliciousUrlInput"];
            };
        };
        responses: {
            /** @description All detections of the request are recorded. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Detections that this request recorded, 0 to 100. */
                        recorded: number;
                        /** @description Detections whose id was recorded before, 0 to 100. */
                        duplicates: number;
                    };
                };
            };
            400: components["responses"]["INVALID_REQUEST.URL_001.URL_002"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            409: components["responses"]["CONFLICT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            429: components["responses"]["URL_004"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    recordSpamCalls: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SpamCallInput"][] | components["schemas"]["SpamCallInput"];
            };
        };
        responses: {
            /** @description All detections of the request are recorded. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Detections that this request recorded, 0 to 100. */
                        recorded: number;
                        /** @description Detections whose id was recorded before, 0 to 100. */
                        duplicates: number;
                    };
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            409: components["responses"]["CONFLICT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listDetections: {
        parameters: {
            query?: {
                /** @description Only detections of this kind. */
                kind?: "darkweb.leak_detected" | "phishing.email_detected" | "url.malicious_detected" | "spam.call_blocked";
                /** @description Only detections about this user, by your id. */
                user_id?: string;
                /** @description Only what was detected at or after this time; ISO 8601 with an offset. */
                since?: string;
                /** @description Only what was detected before this time; ISO 8601 with an offset. */
                until?: string;
                /** @description Detections per page, 1 to 200. */
                limit?: number;
                /** @description `next_cursor` of the previous page, with the same filters. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of detections. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Detections without their content, the latest detected first. */
                        data: {
                            /** @description The detection: `det_` and a UUID, 40 characters. */
                            detection_id: string;
                            /**
                             * @description What was detected; also the type of its public event.
                             * @enum {string}
                             */
                            kind: "darkweb.leak_detected" | "phishing.email_detected" | "url.malicious_detected" | "spam.call_blocked";
                            /** @description The id that its message had; `[erased]` after an erasure. */
                            id: string;
                            /** @description Your id of the user who is concerned; null if unknown, `[erased]` after an erasure. */
                            user_id: string | null;
                            /** @description How bad it is, as reported; null if that was not reported. */
                            severity: ("low" | "medium" | "high" | "critical") | null;
                            /** @description When it was detected, as reported, or else the time of its request or message; ISO 8601, UTC, milliseconds. */
                            detected_at: string;
                            /** @description When it was recorded; ISO 8601, UTC, milliseconds. */
                            recorded_at: string;
                        }[];
                        /** @description How to get the next page. */
                        pagination: {
                            /** @description Send it as `cursor` for the next page; null on the last page. */
                            next_cursor: string | null;
                            /** @description Whether there is another page. */
                            has_more: boolean;
                        };
                    };
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getDetection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The detection: `det_` and a UUID, 40 characters. */
                detection_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A detection. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetectionRecord"];
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            404: components["responses"]["NOT_FOUND"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listVpnServers: {
        parameters: {
            query?: {
                /** @description Only servers in this country, by its ISO 3166-1 code, also for the recommendation. */
                country?: string;
                /** @description Only recommended servers. */
                recommended?: "true";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The servers. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The servers, by number. */
                        data: components["schemas"]["VpnServer"][];
                        /** @description Totals of the list. */
                        summary: {
                            /** @description The number of servers in this response. */
                            servers: number;
                            /** @description The number of their countries. */
                            countries: number;
                        };
                    };
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    connectVpn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The session's user: the token's own user, or with the scope `vpn:use:any` any user of the client by the client's own id, 1 to 128 characters. */
                    user_id: string;
                    /** @description The number of the server in the list of servers. */
                    server_id: number;
                    /** @description The device that connects. */
                    device_info: {
                        /** @description A stable id of the device, 1 to 128 characters; a device has one session at a time. */
                        device_id: string;
                        /** @description The kind of device, 1 to 64 characters; null or omitted when unknown. */
                        device_type?: string | null;
                        /** @description Its platform, 1 to 64 characters; null or omitted when unknown. */
                        platform?: string | null;
                        /** @description The version of the app, 1 to 64 characters; null or omitted when unknown. */
                        app_version?: string | null;
                    };
                };
            };
        };
        responses: {
            /** @description The session, with credentials and configuration. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The session: `vps_` and a UUID, 40 characters. */
                        session_id: string;
                        /** @description The device's slot among those of the user, 1 or 2. */
                        slot_id: number;
                        /** @description Credentials for the OpenVPN client. */
                        vpn_credentials: {
                            /** @description The user name for the client, 32 hexadecimal digits. */
                            username: string;
                            /** @description The password for the client; it is returned once and not stored. */
                            password: string;
                        };
                        /** @description The server. */
                        server_info: {
                            /** @description The number of the server. */
                            id: number;
                            /** @description Its display name. */
                            name: string;
                            /** @description The name of the server's country. */
                            country: string;
                            /** @description ISO 3166-1 code of the country, two upper-case letters. */
                            country_code: string;
                            /** @description The server's city. */
                            city: string;
                            /** @description Its IPv4 or IPv6 address for clients. */
                            ip: string;
                            /** @description Its port for clients. */
                            port: number;
                            /**
                             * @description The transport protocol of its tunnels.
                             * @enum {string}
                             */
                            protocol: "udp" | "tcp";
                        };
                        /** @description The configuration of an OpenVPN client, without the credentials: give them to the client when it asks. */
                        openvpn_config: string;
                        /** @description The resolvers to use while the tunnel is up. */
                        dns_servers: string[];
                        /** @description When the session was opened; ISO 8601, UTC, milliseconds. */
                        connected_at: string;
                        /** @description When the credentials end, a day after they were issued; ISO 8601, UTC, milliseconds. */
                        expires_at: string;
                        /** @description When the session ends without another heartbeat; ISO 8601, UTC, milliseconds. */
                        lease_expires_at: string;
                        /** @description Seconds until the first heartbeat is due. */
                        next_heartbeat_seconds: number;
                    };
                };
            };
            400: components["responses"]["INVALID_REQUEST.VPN_006"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            404: components["responses"]["VPN_004"];
            409: components["responses"]["CONFLICT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED.VPN_001"];
            500: components["responses"]["INTERNAL_ERROR.VPN_008"];
            503: components["responses"]["SERVICE_UNAVAILABLE.VPN_002.VPN_003"];
        };
    };
    disconnectVpn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The session, `vps_` and a UUID. */
                    session_id: string;
                };
            };
        };
        responses: {
            /** @description The session is over. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The session: `vps_` and a UUID, 40 characters. */
                        session_id: string;
                        /**
                         * @description Always disconnected.
                         * @constant
                         */
                        status: "disconnected";
                    };
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            404: components["responses"]["VPN_005"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    heartbeatVpn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The session, `vps_` and a UUID. */
                    session_id: string;
                    /** @description Traffic through the tunnel to the device so far, in bytes; omitted when unknown. */
                    bytes_in?: number | null;
                    /** @description Traffic through the tunnel from the device so far, in bytes; omitted when unknown. */
                    bytes_out?: number | null;
                };
            };
        };
        responses: {
            /** @description The session is extended. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The session: `vps_` and a UUID, 40 characters. */
                        session_id: string;
                        /**
                         * @description Always connected.
                         * @constant
                         */
                        status: "connected";
                        /** @description When the session ends without another heartbeat; ISO 8601, UTC, milliseconds. */
                        lease_expires_at: string;
                        /** @description Seconds until the next heartbeat is due. */
                        next_heartbeat_seconds: number;
                    };
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            404: components["responses"]["VPN_005"];
            408: components["responses"]["VPN_007"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listVpnSessions: {
        parameters: {
            query?: {
                /** @description Only sessions of this user, by the client's own id; another user's need `vpn:use:any`. */
                user_id?: string;
                /** @description The last session of the previous page. */
                after?: string;
                /** @description Sessions on a page, 1 to 200. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of open sessions. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The sessions of this page, by id. */
                        data: components["schemas"]["VpnSession"][];
                        /** @description Whether there is another page. */
                        has_more: boolean;
                    };
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listVpnHistory: {
        parameters: {
            query?: {
                /** @description Only sessions of this user, by the client's own id; another user's need `vpn:use:any`. */
                user_id?: string;
                /** @description Only sessions issued at or after this time; ISO 8601 with an offset. */
                since?: string;
                /** @description Only sessions issued before this time; ISO 8601 with an offset. */
                until?: string;
                /** @description Sessions on a page, 1 to 200. */
                limit?: number;
                /** @description `next_cursor` of the previous page, with the same filters. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of sessions. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The sessions of this page, newest first. */
                        data: components["schemas"]["VpnSessionPast"][];
                        /** @description How to get the next page. */
                        pagination: {
                            /** @description Send it as `cursor` for the next page; null on the last page. */
                            next_cursor: string | null;
                            /** @description Whether there is another page. */
                            has_more: boolean;
                        };
                    };
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getVpnSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The session, `vps_` and a UUID. */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A session in its present state. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VpnSessionRecord"];
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            404: components["responses"]["NOT_FOUND"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    revokeVpnSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The session, `vps_` and a UUID. */
                session_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The session is over. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The session: `vps_` and a UUID, 40 characters. */
                        session_id: string;
                        /**
                         * @description Always revoked.
                         * @constant
                         */
                        status: "revoked";
                    };
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            404: components["responses"]["NOT_FOUND.VPN_005"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    checkNetwork: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The network's encryption.
                     * @enum {string}
                     */
                    security: "open" | "wep" | "wpa" | "wpa2" | "wpa3";
                    /** @description The name of the network as it is shown. */
                    ssid?: string | null;
                    /** @description The address of the access point. It does not affect the result. */
                    bssid?: string | null;
                    /** @description Whether strangers may use the network; false by default. */
                    is_public?: boolean | null;
                    /** @description Whether the network shows a captive portal; such a network is public; false by default. */
                    captive_portal?: boolean | null;
                    /** @description The resolvers that the network assigns. */
                    dns_servers?: string[] | null;
                    /** @description The address of the gateway. It does not affect the result. */
                    gateway_mac?: string | null;
                    /** @description Whether two machines answered for the gateway's address; false by default. */
                    arp_duplicate?: boolean | null;
                    /** @description Whether a site presented a certificate that is not its own; false by default. */
                    ssl_intercepted?: boolean | null;
                };
            };
        };
        responses: {
            /** @description The assessment. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Low: a secure network; medium: a public one with a password; high: a public one with a suspicious pattern; critical: one without a password, or with broken encryption.
                         * @enum {string}
                         */
                        risk_level: "low" | "medium" | "high" | "critical";
                        /** @description Whether to advise a VPN. */
                        vpn_recommended: boolean;
                        /** @description Whether an app should connect without asking the user. */
                        auto_connect: boolean;
                        /** @description A code for the level, then one for each suspicious pattern. */
                        reasons: string[];
                        /** @description When it was assessed; ISO 8601, UTC, milliseconds. */
                        checked_at: string;
                    };
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    registerVpnServer: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The number of the server, which no other server ever had. */
                    id: number;
                    /** @description Its display name, 1 to 100 characters. */
                    name: string;
                    /** @description The name of the server's country. */
                    country: string;
                    /** @description ISO 3166-1 code of the country, two upper-case letters. */
                    country_code: string;
                    /** @description The server's city. */
                    city: string;
                    /** @description Its IPv4 or IPv6 address for clients. */
                    ip: string;
                    /**
                     * @description Its port for clients, 1 to 65,535.
                     * @default 1194
                     */
                    port?: number;
                    /**
                     * @description The transport protocol of its tunnels.
                     * @default udp
                     * @enum {string}
                     */
                    protocol?: "udp" | "tcp";
                    /** @description Simultaneous sessions, 1 to 5,000. */
                    capacity: number;
                    /**
                     * @description The resolvers for connected clients: up to 8 addresses.
                     * @default [
                     *       "10.8.0.1"
                     *     ]
                     */
                    dns_servers?: string[];
                    /**
                     * @description Where tunnels lead: `full`, all traffic of the device to the whole Internet; 1 to 64 networks of the Internet in CIDR notation, only traffic to these; `none`, only to the server. It takes effect when `server-config` has written the server's files again.
                     * @default full
                     */
                    routing?: ("full" | "none") | string[];
                };
            };
        };
        responses: {
            /** @description The server is registered. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VpnServerRecord"];
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            409: components["responses"]["CONFLICT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    changeVpnServer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The number of the server. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Its display name, 1 to 100 characters. */
                    name?: string;
                    /** @description The name of the server's country. */
                    country?: string;
                    /** @description ISO 3166-1 code of the country, two upper-case letters. */
                    country_code?: string;
                    /** @description The server's city. */
                    city?: string;
                    /** @description Its IPv4 or IPv6 address for clients. */
                    ip?: string;
                    /** @description Its port for clients, 1 to 65,535. */
                    port?: number;
                    /**
                     * @description The transport protocol of its tunnels.
                     * @enum {string}
                     */
                    protocol?: "udp" | "tcp";
                    /** @description Simultaneous sessions, 1 to 5,000. */
                    capacity?: number;
                    /** @description The resolvers for connected clients: up to 8 addresses. */
                    dns_servers?: string[];
                    /** @description Where tunnels lead: `full`, all traffic of the device to the whole Internet; 1 to 64 networks of the Internet in CIDR notation, only traffic to these; `none`, only to the server. It takes effect when `server-config` has written the server's files again. */
                    routing?: ("full" | "none") | string[];
                    /**
                     * @description In maintenance it takes no new sessions; retired is final, and the server is no longer listed.
                     * @enum {string}
                     */
                    status?: "online" | "maintenance" | "retired";
                };
            };
        };
        responses: {
            /** @description A server as its operator sees it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VpnServerRecord"];
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            404: components["responses"]["NOT_FOUND.VPN_004"];
            409: components["responses"]["CONFLICT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    createVpnAgent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The number of the server. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A name for the machine in the list of service accounts, 1 to 140 characters. */
                    name: string;
                };
            };
        };
        responses: {
            /** @description The login, with its secret. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewVpnAgent"];
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            404: components["responses"]["NOT_FOUND.VPN_004"];
            409: components["responses"]["CONFLICT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    admitVpnTunnel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The number of the server. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The session, `vps_` and a UUID. */
                    session_id: string;
                    /** @description SHA-256 of the password that the client gave, 64 hexadecimal digits. */
                    password_digest: string;
                };
            };
        };
        responses: {
            /** @description The client may have its tunnel. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The session, which may have a tunnel. */
                        session_id: string;
                        /** @description The client's resolvers. */
                        dns_servers: string[];
                        /** @description When the credentials end; ISO 8601, UTC, milliseconds. */
                        expires_at: string;
                    };
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            404: components["responses"]["NOT_FOUND.VPN_004.VPN_005"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    reportVpnTunnels: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The number of the server. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Changed tunnels; the newest tunnel of each session. */
                    tunnels: {
                        /** @description The session, `vps_` and a UUID. */
                        session_id: string;
                        /** @description A name of the tunnel, unique within its session, 1 to 64 characters: bytes of all tunnels are added up. */
                        tunnel: string;
                        /** @description Whether it is up; false in the last report of a tunnel. */
                        is_up: boolean;
                        /** @description Traffic of this tunnel to the device so far, in bytes. */
                        bytes_in: number;
                        /** @description Traffic of this tunnel from the device so far, in bytes. */
                        bytes_out: number;
                    }[];
                    /** @description Seconds since the agent last reached OpenVPN; 0 while it does. Older agents omit it. */
                    openvpn_gone_s?: number;
                };
            };
        };
        responses: {
            /** @description The report is stored; with the sessions that are over. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The given sessions that are over, or belong to another server: end their tunnels. */
                        ended: string[];
                    };
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            404: components["responses"]["NOT_FOUND.VPN_004"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    watchVpnSessions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The number of the server. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The sessions that have a tunnel. */
                    sessions: string[];
                };
            };
        };
        responses: {
            /** @description The sessions that are over. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The given sessions that are over, or belong to another server: end their tunnels. */
                        ended: string[];
                    };
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            404: components["responses"]["NOT_FOUND.VPN_004"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listPushDevices: {
        parameters: {
            query?: {
                /** @description The user, by your own id. A consumer is always the user of the token and may leave it out. */
                user_id?: string;
                /** @description Devices on a page, 1 to 200. */
                limit?: number;
                /** @description `next_cursor` of the previous page for the same user. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of devices. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The newest registration first, without tokens. */
                        data: components["schemas"]["PushDeviceListed"][];
                        /** @description The position of this page. */
                        pagination: {
                            /** @description For the next page; null on the last. */
                            next_cursor: string | null;
                            /** @description Whether there is another page. */
                            has_more: boolean;
                        };
                    };
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            429: components["responses"]["NOTIF_007"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    registerPushDevice: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PushDeviceRegistration"];
            };
        };
        responses: {
            /** @description The registered device. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PushDevice"];
                };
            };
            400: components["responses"]["INVALID_REQUEST.NOTIF_001"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            409: components["responses"]["CONFLICT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["NOTIF_005"];
            429: components["responses"]["NOTIF_007"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    unregisterPushDevice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the registration: `dev_` and a UUID, 40 characters; the same as long as the device keeps its id. */
                registration_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The device is no longer registered. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The id of the registration: `dev_` and a UUID, 40 characters; the same as long as the device keeps its id. */
                        registration_id: string;
                        /**
                         * @description Always unregistered.
                         * @constant
                         */
                        status: "unregistered";
                    };
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            404: components["responses"]["NOTIF_002.NOT_FOUND"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            429: components["responses"]["NOTIF_007"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    sendNotification: {
        parameters: {
            query?: never;
            header?: {
                /** @description Your key of this request, 1 to 255 printable ASCII characters, preferably a UUID: the same for every repeat, a different one for every other notification. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NotificationToSend"];
            };
        };
        responses: {
            /** @description A queued notification. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    /** @description The request is a repeat; nothing was done again. Absent for the first request. */
                    "Idempotent-Replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueuedNotification"];
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            404: components["responses"]["NOTIF_002.NOTIF_004"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            422: components["responses"]["IDEMPOTENCY_KEY_REUSED.NOTIF_006"];
            429: components["responses"]["NOTIF_007"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["NOTIF_008.SERVICE_UNAVAILABLE"];
        };
    };
    listNotifications: {
        parameters: {
            query?: {
                /** @description The user, by your own id. A consumer is always the user of the token and may leave it out. */
                user_id?: string;
                /** @description Notifications on a page, 1 to 100. */
                limit?: number;
                /** @description How many of the newest to skip. */
                offset?: number;
                /** @description Only this category: security_alert, phishing_detected, fraud_alert, darkweb_alert, vpn_status, refund_status, system. Any other value is NOTIF_006. */
                category?: string;
                /** @description Only unread notifications. */
                unread_only?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of notifications of a user. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The newest first. */
                        data: components["schemas"]["Notification"][];
                        /** @description The position of this page. */
                        pagination: {
                            /** @description Notifications on a page. */
                            limit: number;
                            /** @description How many of the newest were skipped. */
                            offset: number;
                            /** @description Number of notifications that match the filters. */
                            total_items: number;
                            /** @description Whether there is another page. */
                            has_more: boolean;
                        };
                        /** @description Number of unread notifications, in all categories. */
                        unread_count: number;
                    };
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            422: components["responses"]["NOTIF_006"];
            429: components["responses"]["NOTIF_007"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    markNotificationRead: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the notification: `ntf_` and a UUID, 40 characters. */
                notification_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The notification is marked as read. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The id of the notification: `ntf_` and a UUID, 40 characters. */
                        notification_id: string;
                        /** @description When it was first marked as read; ISO 8601, UTC, milliseconds. */
                        read_at: string;
                    };
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            404: components["responses"]["NOTIF_003.NOT_FOUND"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            429: components["responses"]["NOTIF_007"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    markAllNotificationsRead: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description The user, by your own id. A consumer is always the user of the token and needs no body. */
                    user_id?: string | null;
                } | null;
            };
        };
        responses: {
            /** @description The notifications are marked as read. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description How many were unread before. */
                        marked: number;
                        /** @description Number of unread notifications, in all categories. */
                        unread_count: number;
                    };
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            429: components["responses"]["NOTIF_007"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getNotificationPreferences: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Which events the users of a client are notified of, and when. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationPreferences"];
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            429: components["responses"]["NOTIF_007"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    setNotificationPreferences: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NotificationPreferencesToSet"];
            };
        };
        responses: {
            /** @description Which events the users of a client are notified of, and when. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationPreferences"];
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            409: components["responses"]["CONFLICT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            429: components["responses"]["NOTIF_007"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Your endpoints, on one page. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description All your endpoints, newest first, 100 at most. */
                        data: components["schemas"]["WebhookRecord"][];
                    };
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The HTTPS address to send events to, at most 2,048 characters, without user name, password and fragment; it must lead to a public address. */
                    url: string;
                    /** @description Its event types, 1 to 24: a type, a family such as `refund.*`, or `*` for all. */
                    events: string[];
                    /** @description What to sign deliveries with, 16 to 256 printable ASCII characters without spaces; generated when it is left out. */
                    secret?: string | null;
                    /** @description Your description, at most 500 characters. */
                    description?: string | null;
                    /** @description Your own data, an object of at most 4096 bytes of JSON. */
                    metadata?: {
                        [key: string]: components["schemas"]["__schema0"];
                    } | null;
                    /** @description Deliveries per second at most, greater than 0 and at most 10000; null means no limit. */
                    rate_per_second?: number | null;
                };
            };
        };
        responses: {
            /** @description The endpoint with its secret: store it now. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The endpoint: `wh_` and a UUID. */
                        webhook_id: string;
                        /** @description The HTTPS address that events are sent to, at most 2,048 characters. */
                        url: string;
                        /** @description Its event types: a type, a family such as `refund.*`, or `*` for all. */
                        events: string[];
                        /** @description Your description, at most 500 characters; null without one. */
                        description: string | null;
                        /** @description Your own data, at most 4,096 bytes of JSON. */
                        metadata: {
                            [key: string]: components["schemas"]["__schema0"];
                        };
                        /** @description Deliveries per second at most; null means no limit. */
                        rate_per_second: number | null;
                        /**
                         * @description Whether events are sent to it.
                         * @enum {string}
                         */
                        status: "active" | "disabled";
                        /** @description Why it is disabled: you requested it, it answered 410, or it failed for seven days; null while it is active. */
                        disabled_reason: ("requested" | "gone" | "failing") | null;
                        /** @description When it was registered; ISO 8601, UTC, milliseconds. */
                        created_at: string;
                        /** @description When it was last changed; ISO 8601, UTC, milliseconds. */
                        updated_at: string;
                        /** @description The key that signs deliveries, 16 to 256 printable ASCII characters; shown here and never again. */
                        secret: string;
                    };
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            409: components["responses"]["CONFLICT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getWebhookStatistics: {
        parameters: {
            query: {
                /** @description The first step is the one that contains this time; ISO 8601 date and time with an offset. */
                since: string;
                /** @description The last step is the last one that begins before this time; ISO 8601 with an offset. */
                until: string;
                /** @description Length of a step, in UTC; at most 1000 steps. */
                step: "hour" | "day" | "month";
                /** @description Only deliveries to this endpoint; one that was deleted, too. */
                webhook_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What became of deliveries, step by step. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Length of a step.
                         * @enum {string}
                         */
                        step: "hour" | "day" | "month";
                        /** @description All steps, oldest first, also empty ones. */
                        steps: {
                            /** @description Start of the step; ISO 8601, UTC, milliseconds. */
                            start: string;
                            /** @description Deliveries that succeeded at the first attempt. */
                            first_try: number;
                            /** @description Deliveries that succeeded later. */
                            after_retries: number;
                            /** @description Deliveries that failed after the last attempt. */
                            given_up: number;
                            /** @description Deliveries whose first attempt failed, and that began to wait for the next one. At a disabled endpoint no attempt is made. */
                            waiting: number;
                            /** @description From the event to the response that accepted it, of deliveries that succeeded; replays are left out. */
                            time_to_delivery: {
                                /** @description Durations that are counted here. */
                                count: number;
                                /** @description Half of them took at most so long, ± 5 %; null without any. */
                                p50_seconds: number | null;
                                /** @description 95 % of them took at most so long, ± 5 %; null without any. */
                                p95_seconds: number | null;
                                /** @description The histogram. Bounds are the same in every answer: add up the counts of equal bounds to merge answers. */
                                buckets: {
                                    /** @description Upper bounds of the buckets that are not empty, ascending. */
                                    up_to_seconds: number[];
                                    /** @description Durations in each of them. */
                                    counts: number[];
                                };
                            };
                        }[];
                        /** @description All steps together, of each endpoint that has deliveries in them, by id. */
                        endpoints: {
                            /** @description The endpoint. */
                            webhook_id: string;
                            /** @description Deliveries that succeeded at the first attempt. */
                            first_try: number;
                            /** @description Deliveries that succeeded later. */
                            after_retries: number;
                            /** @description Deliveries that failed after the last attempt. */
                            given_up: number;
                            /** @description Deliveries whose first attempt failed, and that began to wait for the next one. At a disabled endpoint no attempt is made. */
                            waiting: number;
                            /** @description From the event to the response that accepted it, of deliveries that succeeded; replays are left out. */
                            time_to_delivery: {
                                /** @description Durations that are counted here. */
                                count: number;
                                /** @description Half of them took at most so long, ± 5 %; null without any. */
                                p50_seconds: number | null;
                                /** @description 95 % of them took at most so long, ± 5 %; null without any. */
                                p95_seconds: number | null;
                                /** @description The histogram. Bounds are the same in every answer: add up the counts of equal bounds to merge answers. */
                                buckets: {
                                    /** @description Upper bounds of the buckets that are not empty, ascending. */
                                    up_to_seconds: number[];
                                    /** @description Durations in each of them. */
                                    counts: number[];
                                };
                            };
                        }[];
                        /** @description All steps and endpoints together. */
                        total: {
                            /** @description Deliveries that succeeded at the first attempt. */
                            first_try: number;
                            /** @description Deliveries that succeeded later. */
                            after_retries: number;
                            /** @description Deliveries that failed after the last attempt. */
                            given_up: number;
                            /** @description Deliveries whose first attempt failed, and that began to wait for the next one. At a disabled endpoint no attempt is made. */
                            waiting: number;
                            /** @description From the event to the response that accepted it, of deliveries that succeeded; replays are left out. */
                            time_to_delivery: {
                                /** @description Durations that are counted here. */
                                count: number;
                                /** @description Half of them took at most so long, ± 5 %; null without any. */
                                p50_seconds: number | null;
                                /** @description 95 % of them took at most so long, ± 5 %; null without any. */
                                p95_seconds: number | null;
                                /** @description The histogram. Bounds are the same in every answer: add up the counts of equal bounds to merge answers. */
                                buckets: {
                                    /** @description Upper bounds of the buckets that are not empty, ascending. */
                                    up_to_seconds: number[];
                                    /** @description Durations in each of them. */
                                    counts: number[];
                                };
                            };
                        };
                    };
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            404: components["responses"]["NOT_FOUND"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The endpoint: `wh_` and a UUID. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The present state of an endpoint, without its secret. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookRecord"];
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            404: components["responses"]["NOT_FOUND"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The endpoint: `wh_` and a UUID. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint is deleted, and its pending deliveries are cancelled. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The endpoint: `wh_` and a UUID. */
                        webhook_id: string;
                        /**
                         * @description Always `deleted`.
                         * @constant
                         */
                        status: "deleted";
                    };
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            404: components["responses"]["NOT_FOUND"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The endpoint: `wh_` and a UUID. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The HTTPS address to send events to, at most 2,048 characters, without user name, password and fragment; it must lead to a public address. */
                    url?: string;
                    /** @description Its event types, 1 to 24: a type, a family such as `refund.*`, or `*` for all. */
                    events?: string[];
                    /** @description Your description, at most 500 characters. */
                    description?: string | null;
                    /** @description Your own data, an object of at most 4096 bytes of JSON. */
                    metadata?: {
                        [key: string]: components["schemas"]["__schema0"];
                    };
                    /** @description Deliveries per second at most, greater than 0 and at most 10000; null means no limit. */
                    rate_per_second?: number | null;
                    /**
                     * @description Switches it on or off; while it is off its deliveries fail, and can be recovered.
                     * @enum {string}
                     */
                    status?: "active" | "disabled";
                };
            };
        };
        responses: {
            /** @description The present state of an endpoint, without its secret. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookRecord"];
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            404: components["responses"]["NOT_FOUND"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The endpoint: `wh_` and a UUID. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new secret: store it now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The endpoint: `wh_` and a UUID. */
                        webhook_id: string;
                        /** @description The key that signs deliveries, 16 to 256 printable ASCII characters; shown here and never again. */
                        secret: string;
                        /** @description Since when the new secret signs deliveries; ISO 8601, UTC, milliseconds. */
                        rotated_at: string;
                        /** @description Until when the previous secret also signs deliveries; ISO 8601, UTC, milliseconds. */
                        previous_expires_at: string;
                    };
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            404: components["responses"]["NOT_FOUND"];
            409: components["responses"]["CONFLICT"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    sendTestEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The endpoint: `wh_` and a UUID. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The type to send a sample of; the endpoint need not subscribe to it.
                     * @enum {string}
                     */
                    event_type: "fraud.detected" | "fraud.resolved" | "fraud.escalated" | "fraud.score_updated" | "refund.created" | "refund.processing" | "refund.completed" | "refund.failed" | "refund.cancelled" | "refund.voided" | "darkweb.leak_detected" | "phishing.email_detected" | "url.malicious_detected" | "spam.call_blocked" | "webhook.disabled" | "webhook.delivery_exhausted";
                };
            };
        };
        responses: {
            /** @description The test event is queued. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The endpoint: `wh_` and a UUID. */
                        webhook_id: string;
                        /** @description The event: `evt_` and a UUID, the same over all endpoints and attempts. */
                        event_id: string;
                        /**
                         * @description The type of the event.
                         * @enum {string}
                         */
                        event_type: "fraud.detected" | "fraud.resolved" | "fraud.escalated" | "fraud.score_updated" | "refund.created" | "refund.processing" | "refund.completed" | "refund.failed" | "refund.cancelled" | "refund.voided" | "darkweb.leak_detected" | "phishing.email_detected" | "url.malicious_detected" | "spam.call_blocked" | "webhook.disabled" | "webhook.delivery_exhausted";
                        /** @description The delivery, one event to one endpoint: `dlv_` and a UUID. */
                        delivery_id: string;
                        /**
                         * @description Always `pending`: read the delivery to see its outcome.
                         * @constant
                         */
                        status: "pending";
                    };
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            404: components["responses"]["NOT_FOUND"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description Only deliveries with this status. */
                status?: "pending" | "succeeded" | "failed" | "cancelled";
                /** @description Only deliveries of this type. */
                event_type?: "fraud.detected" | "fraud.resolved" | "fraud.escalated" | "fraud.score_updated" | "refund.created" | "refund.processing" | "refund.completed" | "refund.failed" | "refund.cancelled" | "refund.voided" | "darkweb.leak_detected" | "phishing.email_detected" | "url.malicious_detected" | "spam.call_blocked" | "webhook.disabled" | "webhook.delivery_exhausted";
                /** @description Only deliveries of this event: an `id` of `GET /events` or of X-Service-Event-ID. */
                event_id?: string;
                /** @description Only deliveries queued at or after this; ISO 8601 date and time with an offset. */
                since?: string;
                /** @description Only deliveries queued before this; ISO 8601 date and time with an offset. */
                until?: string;
                /** @description Deliveries on a page, 1 to 100. */
                limit?: number;
                /** @description The `next_cursor` of the page before, at most 200 characters; leave it out for the first page. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The endpoint: `wh_` and a UUID. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of deliveries. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The deliveries of this page, newest first. */
                        data: {
                            /** @description The delivery, one event to one endpoint: `dlv_` and a UUID. */
                            delivery_id: string;
                            /** @description The event: `evt_` and a UUID, the same over all endpoints and attempts. */
                            event_id: string;
                            /**
                             * @description The type of the event.
                             * @enum {string}
                             */
                            event_type: "fraud.detected" | "fraud.resolved" | "fraud.escalated" | "fraud.score_updated" | "refund.created" | "refund.processing" | "refund.completed" | "refund.failed" | "refund.cancelled" | "refund.voided" | "darkweb.leak_detected" | "phishing.email_detected" | "url.malicious_detected" | "spam.call_blocked" | "webhook.disabled" | "webhook.delivery_exhausted";
                            /**
                             * @description Its status: pending (an attempt is due or in progress), succeeded, failed (all attempts are used up), or cancelled (its endpoint was deleted).
                             * @enum {string}
                             */
                            status: "pending" | "succeeded" | "failed" | "cancelled";
                            /** @description True for a test event. */
                            test_mode: boolean;
                            /** @description True for an event of a recovery with `mode: replay`. */
                            replay: boolean;
                            /** @description Attempts made so far, manual ones included; the schedule has 8. */
                            attempts: number;
                            /** @description When it was queued; ISO 8601, UTC, milliseconds. */
                            created_at: string;
                            /** @description When the next attempt is due, null when none is; ISO 8601, UTC, milliseconds. */
                            next_attempt_at: string | null;
                            /** @description When it succeeded, failed for good or was cancelled, null while it is pending; ISO 8601, UTC, milliseconds. */
                            finished_at: string | null;
                            /** @description Outcome of the last attempt; null before the first. */
                            last_attempt: {
                                /** @description When the attempt was made; ISO 8601, UTC, milliseconds. */
                                at: string;
                                /** @description HTTP status of the response; null when there was none. */
                                status_code: number | null;
                                /** @description Why the attempt failed: `http_` and the status, timeout, dns_error, address_refused, connection_refused, connection_closed, connection_failed, tls_error, invalid_response or endpoint_disabled; null when it succeeded. */
                                error_code: string | null;
                            } | null;
                        }[];
                        /** @description How to get the next page. */
                        pagination: {
                            /** @description Send it as `cursor` for the next page, at most 200 characters; null on the last page. */
                            next_cursor: string | null;
                            /** @description Whether there is a next page. */
                            has_more: boolean;
                        };
                    };
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            404: components["responses"]["NOT_FOUND"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listEventDeliveries: {
        parameters: {
            query?: {
                /** @description Deliveries on a page, 1 to 100. */
                limit?: number;
                /** @description `next_cursor` of the previous page, with the same filters. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The event: `evt_` and a UUID, the same over all endpoints and attempts. */
                event_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of deliveries of one event. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The deliveries of this page, newest first. */
                        data: {
                            /** @description The endpoint: `wh_` and a UUID. */
                            webhook_id: string;
                            /** @description The delivery, one event to one endpoint: `dlv_` and a UUID. */
                            delivery_id: string;
                            /** @description The event: `evt_` and a UUID, the same over all endpoints and attempts. */
                            event_id: string;
                            /**
                             * @description The type of the event.
                             * @enum {string}
                             */
                            event_type: "fraud.detected" | "fraud.resolved" | "fraud.escalated" | "fraud.score_updated" | "refund.created" | "refund.processing" | "refund.completed" | "refund.failed" | "refund.cancelled" | "refund.voided" | "darkweb.leak_detected" | "phishing.email_detected" | "url.malicious_detected" | "spam.call_blocked" | "webhook.disabled" | "webhook.delivery_exhausted";
                            /**
                             * @description Its status: pending (an attempt is due or in progress), succeeded, failed (all attempts are used up), or cancelled (its endpoint was deleted).
                             * @enum {string}
                             */
                            status: "pending" | "succeeded" | "failed" | "cancelled";
                            /** @description True for a test event. */
                            test_mode: boolean;
                            /** @description True for an event of a recovery with `mode: replay`. */
                            replay: boolean;
                            /** @description Attempts made so far, manual ones included; the schedule has 8. */
                            attempts: number;
                            /** @description When it was queued; ISO 8601, UTC, milliseconds. */
                            created_at: string;
                            /** @description When the next attempt is due, null when none is; ISO 8601, UTC, milliseconds. */
                            next_attempt_at: string | null;
                            /** @description When it succeeded, failed for good or was cancelled, null while it is pending; ISO 8601, UTC, milliseconds. */
                            finished_at: string | null;
                            /** @description Outcome of the last attempt; null before the first. */
                            last_attempt: {
                                /** @description When the attempt was made; ISO 8601, UTC, milliseconds. */
                                at: string;
                                /** @description HTTP status of the response; null when there was none. */
                                status_code: number | null;
                                /** @description Why the attempt failed: `http_` and the status, timeout, dns_error, address_refused, connection_refused, connection_closed, connection_failed, tls_error, invalid_response or endpoint_disabled; null when it succeeded. */
                                error_code: string | null;
                            } | null;
                        }[];
                        /** @description How to get the next page. */
                        pagination: {
                            /** @description Send it as `cursor` for the next page, at most 200 characters; null on the last page. */
                            next_cursor: string | null;
                            /** @description Whether there is a next page. */
                            has_more: boolean;
                        };
                    };
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            404: components["responses"]["NOT_FOUND"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The endpoint: `wh_` and a UUID. */
                webhook_id: string;
                /** @description The delivery, one event to one endpoint: `dlv_` and a UUID. */
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A delivery with every attempt. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryRecord"];
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            404: components["responses"]["NOT_FOUND"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    retryDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The endpoint: `wh_` and a UUID. */
                webhook_id: string;
                /** @description The delivery, one event to one endpoint: `dlv_` and a UUID. */
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A delivery with every attempt. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryRecord"];
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            404: components["responses"]["NOT_FOUND"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    recoverDeliveries: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The endpoint: `wh_` and a UUID. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description `recover` sends what the endpoint missed; `replay` sends all events of its types again, delivered or not, with `metadata.replay`, each object’s events in their original order.
                     * @default recover
                     * @enum {string}
                     */
                    mode?: "recover" | "replay";
                    /**
                     * Format: date-time
                     * @description Beginning of the time to recover, included; ISO 8601 date and time with an offset.
                     */
                    since: string;
                    /**
                     * Format: date-time
                     * @description End of the time to recover, excluded; ISO 8601 date and time with an offset; now when it is left out.
                     */
                    until?: string;
                    /**
                     * @description What to send again: `failed`: deliveries whose attempts are used up; `missing`: events of the endpoint’s types that were never queued for it. A replay sends all events.
                     * @default failed
                     * @enum {string}
                     */
                    status?: "failed" | "missing";
                };
            };
        };
        responses: {
            /** @description The progress of the recovery; deliveries are listed as they are queued. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The recovery: `rcv_` and a UUID. */
                        recovery_id: string;
                        /**
                         * @description Whether missed events are sent, or all events again.
                         * @enum {string}
                         */
                        mode: "recover" | "replay";
                        /**
                         * @description What is sent: failed deliveries, events that were never queued for the endpoint, or, by a replay, all events.
                         * @enum {string}
                         */
                        recovers: "failed" | "missing" | "all";
                        /**
                         * @description Finished when all deliveries are queued; a replay, when all are delivered or given up.
                         * @enum {string}
                         */
                        state: "running" | "finished";
                        /** @description Beginning of the time that is recovered, included; ISO 8601, UTC, milliseconds. */
                        since: string;
                        /** @description End of the time that is recovered, excluded; ISO 8601, UTC, milliseconds. */
                        until: string;
                        /** @description Deliveries queued so far. */
                        requeued: number;
                        /** @description When the recovery was requested; ISO 8601, UTC, milliseconds. */
                        created_at: string;
                        /** @description When it was finished, null while it runs; ISO 8601, UTC, milliseconds. */
                        finished_at: string | null;
                    };
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            404: components["responses"]["NOT_FOUND"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getRecovery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The endpoint: `wh_` and a UUID. */
                webhook_id: string;
                /** @description The recovery: `rcv_` and a UUID. */
                recovery_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The progress of the recovery; deliveries are listed as they are queued. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The recovery: `rcv_` and a UUID. */
                        recovery_id: string;
                        /**
                         * @description Whether missed events are sent, or all events again.
                         * @enum {string}
                         */
                        mode: "recover" | "replay";
                        /**
                         * @description What is sent: failed deliveries, events that were never queued for the endpoint, or, by a replay, all events.
                         * @enum {string}
                         */
                        recovers: "failed" | "missing" | "all";
                        /**
                         * @description Finished when all deliveries are queued; a replay, when all are delivered or given up.
                         * @enum {string}
                         */
                        state: "running" | "finished";
                        /** @description Beginning of the time that is recovered, included; ISO 8601, UTC, milliseconds. */
                        since: string;
                        /** @description End of the time that is recovered, excluded; ISO 8601, UTC, milliseconds. */
                        until: string;
                        /** @description Deliveries queued so far. */
                        requeued: number;
                        /** @description When the recovery was requested; ISO 8601, UTC, milliseconds. */
                        created_at: string;
                        /** @description When it was finished, null while it runs; ISO 8601, UTC, milliseconds. */
                        finished_at: string | null;
                    };
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            404: components["responses"]["NOT_FOUND"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /** @description Only events of this type, or of a family, such as `refund.completed` or `refund.*`; `*` is the same as no filter. */
                type?: "*" | "fraud.*" | "refund.*" | "darkweb.*" | "phishing.*" | "url.*" | "spam.*" | "webhook.*" | "fraud.detected" | "fraud.resolved" | "fraud.escalated" | "fraud.score_updated" | "refund.created" | "refund.processing" | "refund.completed" | "refund.failed" | "refund.cancelled" | "refund.voided" | "darkweb.leak_detected" | "phishing.email_detected" | "url.malicious_detected" | "spam.call_blocked" | "webhook.disabled" | "webhook.delivery_exhausted";
                /** @description Only events of one object, by its id: `rf_…`, `wh_…`, `dlv_…`, `det_…`. */
                object?: string;
                /** @description Only events created at this time or later; ISO 8601 with an offset. */
                since?: string;
                /** @description Only events created before this time; ISO 8601 with an offset. */
                until?: string;
                /** @description Events per page, 1 to 100; 50 by default. */
                limit?: number;
                /** @description `next_cursor` of the previous page, with the same filters. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of events. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Newest first. */
                        data: components["schemas"]["EventRecord"][];
                        /** @description How to get the next page. */
                        pagination: {
                            /** @description Send it as `cursor` for the next page; null on the last page. */
                            next_cursor: string | null;
                            /** @description Whether there is another page. */
                            has_more: boolean;
                        };
                    };
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description `id` of an event: `evt_` and a UUID, as in X-Service-Event-ID and `GET /events`. */
                event_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventRecord"];
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            404: components["responses"]["NOT_FOUND"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    streamEvents: {
        parameters: {
            query?: never;
            header?: {
                /** @description The last `id` that the reader got: the stream continues after it. From now on without it. */
                "Last-Event-ID"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Messages as they come, until one side ends the stream. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getRefundHistory: {
        parameters: {
            query?: {
                /** @description The record at this time, from the events up to it. ISO 8601 with an offset; a time in the future means now. */
                as_of?: string;
                /** @description The record right after the event of this revision, 0 for the first; not together with `as_of`. */
                revision?: string;
                /** @description Client whose records are meant, for callers with `audit:read:any`; for others only their own client. By default all records that the caller may see. */
                client_id?: string;
                /** @description Events of the history per page, 1 to 200; 200 by default. */
                limit?: number;
                /** @description `next_cursor` of the previous page, with the same filters. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The refund: `rf_` and a UUID, 39 characters. */
                refund_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The refund, its history, and whether that is unchanged. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The refund: `rf_` and a UUID. */
                        refund_id: string;
                        /** @description Whether the beneficiary is not the transaction's user; false also when it was not checked. */
                        beneficiary_mismatch: boolean;
                        /** @description Whether the payment network contradicted the recorded state; see NetworkContradicted in the history. */
                        network_contradicted: boolean;
                        /** @description Differences from statements of the payment network up to the requested point in time, and their outcome; `GET /audit/reconciliations/{flag_id}` has their history. */
                        reconciliation_flags: {
                            /** @description The flag: `flg_`, a UUID and a number. */
                            flag_id: string;
                            /**
                             * @description Whether a person has resolved it.
                             * @enum {string}
                             */
                            status: "open" | "resolved";
                            /**
                             * @description How they disagree: missing_there (money is recorded as moved, and is not in the statement), missing_here (no refund here matches), amount_differs (or the currency), status_differs, or contradicted (the network reported two outcomes that exclude each other, such as two references for one payment).
                             * @enum {string}
                             */
                            kind: "missing_there" | "missing_here" | "amount_differs" | "status_differs" | "contradicted";
                            /** @description The refund: `rf_` and a UUID; null when none of your client matches. */
                            refund_id: string | null;
                            /** @description The key that the network got for the payment; null when the statement has none. */
                            key: string | null;
                            /**
                             * @description Whether it is the payment or its reversal.
                             * @enum {string}
                             */
                            about: "transfer" | "reversal";
                            /** @description Attempt of the refund, 0 for the first; null when unknown. */
                            attempt: number | null;
                            /** @description The line of the statement; null when there is none. */
                            said: {
                                /**
                                 * @description Outcome at the network.
                                 * @enum {string}
                                 */
                                outcome: "succeeded" | "rejected" | "completed" | "failed";
                                /** @description Amount in major units of the currency. */
                                amount: number;
                                /** @description ISO 4217 code of the amount, three upper-case letters. */
                                currency: string;
                                /** @description The payment network's reference. */
                                reference: string;
                                /** @description When the network booked it; ISO 8601, UTC, milliseconds. */
                                at: string;
                            } | null;
                            /** @description The recorded movement; null when there is none. */
                            recorded: {
                                /** @description Status of the refund when it was compared. */
                                status: string;
                                /**
                                 * @description Recorded outcome; none means that it was not requested.
                                 * @enum {string}
                                 */
                                outcome: "none" | "in_flight" | "succeeded" | "rejected" | "completed" | "failed";
                                /** @description Amount in major units of the currency. */
                                amount: number;
                                /** @description ISO 4217 code of the amount, three upper-case letters. */
                                currency: string;
                                /** @description The network's reference; null when no money moved. */
                                reference: string | null;
                                /** @description When the outcome was recorded; null when there was none; ISO 8601, UTC, milliseconds. */
                                at: string | null;
                            } | null;
                            /** @description The first statement with the discrepancy. */
                            statement: {
                                /** @description Beginning of the period; ISO 8601, UTC, milliseconds. */
                                from: string;
                                /** @description End of the period, exclusive; ISO 8601, UTC, milliseconds. */
                                to: string;
                                /** @description SHA-256 of the whole file, 64 hexadecimal digits: identifies the file. */
                                sha256: string;
                            };
                            /** @description When it was flagged; ISO 8601, UTC, milliseconds. */
                            flagged_at: string;
                            /** @description Who sent the statement. */
                            flagged_by: string;
                            /** @description How it was resolved; null while open. */
                            resolution: {
                                /** @description What was found out and done. */
                                reason: string;
                                /** @description When it was resolved; ISO 8601, UTC, milliseconds. */
                                resolved_at: string;
                                /** @description Who resolved it. */
                                resolved_by: string;
                            } | null;
                        }[];
                        /** @description What kind of record it is, in the plural, as in the path. */
                        family: string;
                        /** @description The record, by the id of its events; usable in the path. */
                        id: string;
                        /** @description The owner of the record; null without one, or before its first event. */
                        client_id: string | null;
                        /** @description The requested time; ISO 8601, UTC. Null without one. */
                        as_of: string | null;
                        /** @description Revision of the last event up to the requested point in time; null when there was none yet. */
                        revision: number | null;
                        /** @description The record at the requested point in time, from its events: as its owner sees it, without sealed texts and free descriptions; amounts are in major units. Null before its first event. */
                        state: {
                            [key: string]: unknown;
                        } | null;
                        /** @description The events of the record up to that point in time, oldest first, at most 200 in one response. */
                        history: {
                            /** @description Revision in the history of the record, 0 for the first. */
                            revision: number;
                            /** @description The recorded event, a UUID. */
                            event_id: string;
                            /** @description What happened, for example RefundRequested. */
                            type: string;
                            /** @description When it was recorded; ISO 8601, UTC, milliseconds. */
                            at: string;
                            /** @description Who caused it. */
                            actor: {
                                /** @description The user, or the part of the service, that caused it. */
                                sub: string;
                                /** @description The client that the actor belongs to. */
                                client_id: string;
                                /** @description The role of the actor at that time. */
                                role: string;
                                /** @description IP address of the request; null without one. */
                                ip: string | null;
                            };
                            /** @description The `X-Request-Id` of the request that caused it. */
                            request_id: string;
                            /** @description The first request in the chain of causes. */
                            correlation_id: string;
                            /** @description The event that caused this one; null when a person or a client did. */
                            causation_id: string | null;
                            /** @description The reason that was given or reported; null for events without one. */
                            reason: string | null;
                            /** @description The data of the event, without sealed texts; amounts are in minor units. */
                            facts: {
                                [key: string]: unknown;
                            };
                            /** @description The hash of the previous event, 64 hexadecimal digits; null for the first. */
                            prev_hash: string | null;
                            /** @description SHA-256 over `prev_hash` and the event, 64 hexadecimal digits. */
                            hash: string;
                            /** @description Why this version can not read the event: it is damaged, or a newer version wrote it. Usually null. */
                            unreadable: string | null;
                            /** @description The record before the event, like `state`; null when there was none. */
                            state_before: {
                                [key: string]: unknown;
                            } | null;
                            /** @description The record right after the event, like `state`. */
                            state_after: {
                                [key: string]: unknown;
                            } | null;
                        }[];
                        /** @description How to get the next page. */
                        pagination: {
                            /** @description Send it as `cursor` for the next page; null on the last page. */
                            next_cursor: string | null;
                            /** @description Whether there is another page. */
                            has_more: boolean;
                        };
                        /** @description Result of recomputing the hash chain of the whole record from the event store. */
                        chain: {
                            /** @description Events of the record in the event store, up to now. */
                            events: number;
                            /** @description Whether every event follows the previous one. */
                            intact: boolean;
                            /** @description Revision of the first event that does not follow the previous one; null when all do. */
                            first_broken_revision: number | null;
                            /** @description Hash of the last event: keep it to detect a truncated history later. */
                            head_hash: string | null;
                        };
                        /** @description Id of the record of this read: `GET /audit/reads/{id}`. */
                        read_id: string;
                    };
                };
            };
            400: components["responses"]["REFUND_001"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            404: components["responses"]["NOT_FOUND.REFUND_003"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getAuditRecord: {
        parameters: {
            query?: {
                /** @description The record at this time, from the events up to it. ISO 8601 with an offset; a time in the future means now. */
                as_of?: string;
                /** @description The record right after the event of this revision, 0 for the first; not together with `as_of`. */
                revision?: string;
                /** @description Client whose records are meant, for callers with `audit:read:any`; for others only their own client. By default all records that the caller may see. */
                client_id?: string;
                /** @description Events of the history per page, 1 to 200; 200 by default. */
                limit?: number;
                /** @description `next_cursor` of the previous page, with the same filters. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description What kind of record it is, in the plural. */
                family: "clients" | "client-names" | "users" | "service-accounts" | "sessions" | "login-devices" | "credentials" | "identities" | "transactions" | "refunds" | "reconciliations" | "fraud-profiles" | "fraud-outcomes" | "fraud-alerts" | "fraud-lists" | "fraud-policies" | "fraud-models" | "sms-analyses" | "detections" | "vpn-servers" | "vpn-devices" | "push-devices" | "notifications" | "notification-preferences" | "webhooks" | "deliveries" | "reads" | "subjects";
                /** @description The record, by the id that other operations show. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record, its history, and whether that is unchanged. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What kind of record it is, in the plural, as in the path. */
                        family: string;
                        /** @description The record, by the id of its events; usable in the path. */
                        id: string;
                        /** @description The owner of the record; null without one, or before its first event. */
                        client_id: string | null;
                        /** @description The requested time; ISO 8601, UTC. Null without one. */
                        as_of: string | null;
                        /** @description Revision of the last event up to the requested point in time; null when there was none yet. */
                        revision: number | null;
                        /** @description The record at the requested point in time, from its events: as its owner sees it, without sealed texts and free descriptions; amounts are in major units. Null before its first event. */
                        state: {
                            [key: string]: unknown;
                        } | null;
                        /** @description The events of the record up to that point in time, oldest first, at most 200 in one response. */
                        history: {
                            /** @description Revision in the history of the record, 0 for the first. */
                            revision: number;
                            /** @description The recorded event, a UUID. */
                            event_id: string;
                            /** @description What happened, for example RefundRequested. */
                            type: string;
                            /** @description When it was recorded; ISO 8601, UTC, milliseconds. */
                            at: string;
                            /** @description Who caused it. */
                            actor: {
                                /** @description The user, or the part of the service, that caused it. */
                                sub: string;
                                /** @description The client that the actor belongs to. */
                                client_id: string;
                                /** @description The role of the actor at that time. */
                                role: string;
                                /** @description IP address of the request; null without one. */
                                ip: string | null;
                            };
                            /** @description The `X-Request-Id` of the request that caused it. */
                            request_id: string;
                            /** @description The first request in the chain of causes. */
                            correlation_id: string;
                            /** @description The event that caused this one; null when a person or a client did. */
                            causation_id: string | null;
                            /** @description The reason that was given or reported; null for events without one. */
                            reason: string | null;
                            /** @description The data of the event, without sealed texts; amounts are in minor units. */
                            facts: {
                                [key: string]: unknown;
                            };
                            /** @description The hash of the previous event, 64 hexadecimal digits; null for the first. */
                            prev_hash: string | null;
                            /** @description SHA-256 over `prev_hash` and the event, 64 hexadecimal digits. */
                            hash: string;
                            /** @description Why this version can not read the event: it is damaged, or a newer version wrote it. Usually null. */
                            unreadable: string | null;
                            /** @description The record before the event, like `state`; null when there was none. */
                            state_before: {
                                [key: string]: unknown;
                            } | null;
                            /** @description The record right after the event, like `state`. */
                            state_after: {
                                [key: string]: unknown;
                            } | null;
                        }[];
                        /** @description How to get the next page. */
                        pagination: {
                            /** @description Send it as `cursor` for the next page; null on the last page. */
                            next_cursor: string | null;
                            /** @description Whether there is another page. */
                            has_more: boolean;
                        };
                        /** @description Result of recomputing the hash chain of the whole record from the event store. */
                        chain: {
                            /** @description Events of the record in the event store, up to now. */
                            events: number;
                            /** @description Whether every event follows the previous one. */
                            intact: boolean;
                            /** @description Revision of the first event that does not follow the previous one; null when all do. */
                            first_broken_revision: number | null;
                            /** @description Hash of the last event: keep it to detect a truncated history later. */
                            head_hash: string | null;
                        };
                        /** @description Id of the record of this read: `GET /audit/reads/{id}`. */
                        read_id: string;
                    };
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            404: components["responses"]["NOT_FOUND"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    searchAudit: {
        parameters: {
            query?: {
                /** @description Only events caused by this user, service account or part of the service: `actor.sub`. */
                actor?: string;
                /** @description Only events caused by the request with this `X-Request-Id`. */
                request_id?: string;
                /** @description Only events that followed from the request with this `X-Request-Id`, also later ones: `correlation_id`. */
                correlation_id?: string;
                /** @description Only events about this person: your own id of a user of transactions or a beneficiary of refunds, or a `usr_…`; reads of such events are included. */
                subject?: string;
                /** @description Only events and reads of this record, by its id. */
                object?: string;
                /** @description Only records of this kind, in the plural, as in the path of a record. */
                family?: "clients" | "client-names" | "users" | "service-accounts" | "sessions" | "login-devices" | "credentials" | "identities" | "transactions" | "refunds" | "reconciliations" | "fraud-profiles" | "fraud-outcomes" | "fraud-alerts" | "fraud-lists" | "fraud-policies" | "fraud-models" | "sms-analyses" | "detections" | "vpn-servers" | "vpn-devices" | "push-devices" | "notifications" | "notification-preferences" | "webhooks" | "deliveries" | "reads" | "subjects";
                /** @description Only events of this type, for example RefundVoided. */
                type?: string;
                /** @description Only events recorded at this time or later; ISO 8601 with an offset. */
                since?: string;
                /** @description Only events recorded before this time; ISO 8601 with an offset. */
                until?: string;
                /** @description Client whose records are meant, for callers with `audit:read:any`; for others only their own client. By default all records that the caller may see. */
                client_id?: string;
                /** @description Events per page, 1 to 100; 50 by default. */
                limit?: number;
                /** @description `next_cursor` of the previous page, with the same filters. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the events found. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Newest first. */
                        data: {
                            /** @description Revision in the history of the record, 0 for the first. */
                            revision: number;
                            /** @description The recorded event, a UUID. */
                            event_id: string;
                            /** @description What happened, for example RefundRequested. */
                            type: string;
                            /** @description When it was recorded; ISO 8601, UTC, milliseconds. */
                            at: string;
                            /** @description Who caused it. */
                            actor: {
                                /** @description The user, or the part of the service, that caused it. */
                                sub: string;
                                /** @description The client that the actor belongs to. */
                                client_id: string;
                                /** @description The role of the actor at that time. */
                                role: string;
                                /** @description IP address of the request; null without one. */
                                ip: string | null;
                            };
                            /** @description The `X-Request-Id` of the request that caused it. */
                            request_id: string;
                            /** @description The first request in the chain of causes. */
                            correlation_id: string;
                            /** @description The event that caused this one; null when a person or a client did. */
                            causation_id: string | null;
                            /** @description The reason that was given or reported; null for events without one. */
                            reason: string | null;
                            /** @description The data of the event, without sealed texts; amounts are in minor units. */
                            facts: {
                                [key: string]: unknown;
                            };
                            /** @description The hash of the previous event, 64 hexadecimal digits; null for the first. */
                            prev_hash: string | null;
                            /** @description SHA-256 over `prev_hash` and the event, 64 hexadecimal digits. */
                            hash: string;
                            /** @description What kind of record it is, in the plural. */
                            family: string;
                            /** @description The record; `family` and this id form the path of its history. */
                            id: string;
                            /** @description The owner of the record; null without one, or before its first event. */
                            client_id: string | null;
                            /** @description The person whom the event is about; null without one. */
                            subject: string | null;
                        }[];
                        /** @description How to get the next page. */
                        pagination: {
                            /** @description Send it as `cursor` for the next page; null on the last page. */
                            next_cursor: string | null;
                            /** @description Whether there is another page. */
                            has_more: boolean;
                        };
                        /** @description Id of the record of this search: `GET /audit/reads/{id}`. */
                        read_id: string;
                    };
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            404: components["responses"]["NOT_FOUND"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    exportAudit: {
        parameters: {
            query?: {
                /** @description Events of this time and later; by default from the beginning. */
                from?: string;
                /** @description Events before this time; by default up to now. */
                to?: string;
                /** @description Only records of this kind; by default of every kind. */
                family?: "clients" | "client-names" | "users" | "service-accounts" | "sessions" | "login-devices" | "credentials" | "identities" | "transactions" | "refunds" | "reconciliations" | "fraud-profiles" | "fraud-outcomes" | "fraud-alerts" | "fraud-lists" | "fraud-policies" | "fraud-models" | "sms-analyses" | "detections" | "vpn-servers" | "vpn-devices" | "push-devices" | "notifications" | "notification-preferences" | "webhooks" | "deliveries" | "reads" | "subjects";
                /** @description One JSON object per line, or CSV with the same fields. */
                format?: "ndjson" | "csv";
                /** @description Only events of this client; another client than your own needs `audit:read:any`. */
                client_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One event per line, and the signed manifest as the last line. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                    "text/csv": string;
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            404: components["responses"]["NOT_FOUND"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getAuditProof: {
        parameters: {
            query?: {
                /** @description Client whose records are meant, for callers with `audit:read:any`; for others only their own client. By default all records that the caller may see. */
                client_id?: string;
            };
            header?: never;
            path: {
                /** @description What kind of record it is, in the plural. */
                family: "clients" | "client-names" | "users" | "service-accounts" | "sessions" | "login-devices" | "credentials" | "identities" | "transactions" | "refunds" | "reconciliations" | "fraud-profiles" | "fraud-outcomes" | "fraud-alerts" | "fraud-lists" | "fraud-policies" | "fraud-models" | "sms-analyses" | "detections" | "vpn-servers" | "vpn-devices" | "push-devices" | "notifications" | "notification-preferences" | "webhooks" | "deliveries" | "reads" | "subjects";
                /** @description The record, by the id that other operations show. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Proof that a signed checkpoint covers the record. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The stream of events that the record is. */
                        stream: string;
                        /** @description The last event of the stream that the checkpoint covers. */
                        revision: number;
                        /** @description The hash of that event, which is over all events before it. */
                        hash: string | null;
                        /** @description Index of the stream’s leaf in the tree, from 0. */
                        leaf: number;
                        /** @description The audit path of RFC 6962: the hashes that lead from the leaf to the tree head, from below. */
                        path: string[];
                        /** @description The signed checkpoint, the same as in its other copies. */
                        checkpoint: {
                            /**
                             * @description Always `security-service checkpoint 1`.
                             * @constant
                             */
                            format: "security-service checkpoint 1";
                            /** @description Counts the checkpoints, from 1. */
                            number: number;
                            /**
                             * Format: date-time
                             * @description When it was made, ISO 8601 in UTC.
                             */
                            at: string;
                            /** @description Events of the log that it covers. */
                            events: number;
                            /** @description Streams that they are in, which is how many leaves the tree has. */
                            streams: number;
                            /** @description Position in the log of the last event that it covers. */
                            position: string;
                            /** @description Merkle tree head (RFC 6962) over the last events of all streams, 64 hexadecimal digits. */
                            head: string;
                            /** @description SHA-256 of the line of the previous checkpoint; null for the first. */
                            previous: string | null;
                            /** @description The key that signed, by its id among the published keys. */
                            key_id: string;
                            /** @description Ed25519, base64url, over the RFC 8785 form of all other fields of the checkpoint. */
                            signature: string;
                        };
                        /** @description What kind of record it is, in the plural. */
                        family: string;
                        /** @description The record. */
                        id: string;
                        /** @description Later events of the record; the next checkpoint covers them, within a minute. */
                        uncovered_events: number;
                        /** @description Id of the record of this read in the audit. */
                        read_id: string;
                    };
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            404: components["responses"]["NOT_FOUND.REFUND_003"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getAuditStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The state of the checkpoints of the installation. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The last checkpoint; null before the first. */
                        checkpoint: {
                            /**
                             * @description Always `security-service checkpoint 1`.
                             * @constant
                             */
                            format: "security-service checkpoint 1";
                            /** @description Counts the checkpoints, from 1. */
                            number: number;
                            /**
                             * Format: date-time
                             * @description When it was made, ISO 8601 in UTC.
                             */
                            at: string;
                            /** @description Events of the log that it covers. */
                            events: number;
                            /** @description Streams that they are in, which is how many leaves the tree has. */
                            streams: number;
                            /** @description Position in the log of the last event that it covers. */
                            position: string;
                            /** @description Merkle tree head (RFC 6962) over the last events of all streams, 64 hexadecimal digits. */
                            head: string;
                            /** @description SHA-256 of the line of the previous checkpoint; null for the first. */
                            previous: string | null;
                            /** @description The key that signed, by its id among the published keys. */
                            key_id: string;
                            /** @description Ed25519, base64url, over the RFC 8785 form of all other fields of the checkpoint. */
                            signature: string;
                        } | null;
                        /** @description Recorded events that it does not cover yet; the next checkpoint covers them, within a minute. */
                        uncovered_events: number;
                        /** @description When a verification last found the event store whole, null when none has; ISO 8601, UTC, milliseconds. */
                        found_whole_at: string | null;
                        /** @description The last verification of the whole event store; null when there was none. */
                        last_verification: {
                            /** @description When it began; ISO 8601, UTC, milliseconds. */
                            begun_at: string;
                            /** @description When it ended; ISO 8601, UTC, milliseconds. */
                            ended_at: string;
                            /** @description Events of the log that it read. */
                            events: number;
                            /** @description Number of the last checkpoint that it compared them with; 0 without one. */
                            checkpoint: number;
                            /**
                             * @description Whether every event is as the checkpoints cover it (whole), something was found (problem), or there was no checkpoint to compare with (unverified).
                             * @enum {string}
                             */
                            result: "whole" | "problem" | "unverified";
                            /** @description The first problem that it found, with its record; null without one, and without `audit:read:any`, because the record may be that of another client. */
                            problem: string | null;
                        } | null;
                    };
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    eraseSubject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The person: your own id of a beneficiary, at most 128 characters, or `usr_` and a UUID of a user. */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The legal basis. `aml_retention`, `tax_retention` and `legal_claim` are duties to keep the data: the person is restricted now and erased `RETENTION_YEARS` after their last refund closed. Under any other basis the person is erased now.
                     * @enum {string}
                     */
                    legal_basis: "aml_retention" | "tax_retention" | "legal_claim" | "gdpr_art_17" | "consent_withdrawn" | "objection" | "purpose_ended" | "unlawful_processing";
                };
            };
        };
        responses: {
            /** @description The erasure is requested; the response shows its progress. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subject"];
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            404: components["responses"]["NOT_FOUND"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    listErasures: {
        parameters: {
            query?: {
                /** @description Only erasures with this status. */
                status?: "restricted" | "retained" | "shredding";
                /** @description Erasures per page, 1 to 100. */
                limit?: number;
                /** @description `next_cursor` of the previous page, with the same filters. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of erasures that are under way. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The erasures of this page, the newest request first. */
                        data: {
                            /** @description The person; null without the scope `audit:read`, because the person is restricted. */
                            user_id: string | null;
                            /**
                             * @description Status: active (no erasure was requested), restricted (refunds in progress end first), retained (kept until `retained_until`), shredding (the keys are deleted and late records are erased), shredded (done).
                             * @enum {string}
                             */
                            status: "active" | "restricted" | "retained" | "shredding" | "shredded";
                            /** @description The requested erasure. */
                            erasure: {
                                /**
                                 * @description The legal basis. `aml_retention`, `tax_retention` and `legal_claim` are duties to keep the data: the person is restricted now and erased `RETENTION_YEARS` after their last refund closed. Under any other basis the person is erased now.
                                 * @enum {string}
                                 */
                                legal_basis: "aml_retention" | "tax_retention" | "legal_claim" | "gdpr_art_17" | "consent_withdrawn" | "objection" | "purpose_ended" | "unlawful_processing";
                                /** @description When it was requested; ISO 8601, UTC, milliseconds. */
                                requested_at: string;
                                /** @description The user, or service account, that requested it. */
                                requested_by: string;
                                /** @description When the duty to keep the data ends; null without such a duty, and until every refund is closed; ISO 8601, UTC, milliseconds. */
                                retained_until: string | null;
                                /** @description When the data keys were deleted; from then on only processes with a cached key can decrypt the data. Null until then; ISO 8601, UTC, milliseconds. */
                                keys_deleted_at: string | null;
                                /** @description When it was done: the data cannot be decrypted any more. Null until then; ISO 8601, UTC, milliseconds. */
                                shredded_at: string | null;
                                /** @description Number of objects (refunds, transactions, sessions …) that were restricted or erased. */
                                streams: number;
                            };
                        }[];
                        /** @description How to get the next page. */
                        pagination: {
                            /** @description Send it as `cursor` for the next page; null on the last page. */
                            next_cursor: string | null;
                            /** @description Whether there is another page. */
                            has_more: boolean;
                        };
                    };
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getSubject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The person: your own id of a beneficiary, at most 128 characters, or `usr_` and a UUID of a user. */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A person whose data the service has, and the status of their erasure. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subject"];
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            404: components["responses"]["NOT_FOUND"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    exportSubject: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the previous page, unchanged; omit it for the first page. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description The person: your own id of a beneficiary, at most 128 characters, or `usr_` and a UUID of a user. */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the person's data. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        subject: components["schemas"]["Subject"];
                        /** @description The person's data, object by object. */
                        data: {
                            /** @description The kind of object: refund, transaction, user, session, credential, identity, or auditread, which records that the person's audit history was read. */
                            family: string;
                            /** @description Which one. */
                            id: string;
                            /** @description All events of the object, oldest first. */
                            events: {
                                /** @description The event type, for example RefundRequested. */
                                type: string;
                                /** @description When it was recorded; ISO 8601, UTC, milliseconds. */
                                at: string;
                                /** @description The recorded data, with the person's sealed texts decrypted; amounts are in minor units. */
                                data: {
                                    [key: string]: unknown;
                                };
                            }[];
                        }[];
                        /** @description Send it as `cursor` for the next page; null on the last page. */
                        next_cursor: string | null;
                    };
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            404: components["responses"]["NOT_FOUND"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Settings of this service. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /**
                         * @description Whether this service is a sandbox.
                         * @enum {string}
                         */
                        environment: "sandbox" | "production";
                        /** @description Whether the user who requested a refund is refused its void. */
                        void_four_eyes: boolean;
                        /** @description How long a refund stays pending and can be cancelled, milliseconds. */
                        refund_cancel_window_ms: number;
                        /** @description How long data are kept. */
                        retention: {
                            /** @description How long the data of a person are kept where there is a duty to retain them, years. */
                            person_years: number;
                            /** @description How long events and deliveries of webhooks are kept, days. */
                            delivery_days: number;
                            /** @description How long the text of an analysed message can be read after its own day, days. */
                            sms_days: number;
                            /** @description How long the text of a notification can be read after its own day, days. */
                            notification_days: number;
                            /** @description How long the content of a detection can be read after its own day, days. */
                            detection_days: number;
                        };
                        /** @description What is configured. */
                        configured: {
                            /**
                             * @description What pays refunds: the sandbox, or a gateway on NATS.
                             * @enum {string}
                             */
                            payment_network: "sandbox" | "nats";
                            /** @description Push networks that are set up; for a trial, sandboxes take their place. */
                            push_networks: ("apns" | "fcm")[];
                            /** @description Providers of social logins. */
                            social_logins: ("google" | "apple")[];
                            /** @description Origins that may request a login with a WebAuthn key. */
                            webauthn_origins: string[];
                            /** @description Directions of the bus that are on. */
                            bus: ("in" | "out")[];
                            /** @description Where signed checkpoints are kept, in addition to PostgreSQL. */
                            checkpoint_copies: ("file" | "nats")[];
                        };
                    };
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    getInstallationStatus: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The state of all processes. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Position of the last event in the event store; null when the store does not answer, or is empty. */
                        log_position: string | null;
                        /** @description All subscriptions to the event log, by name. */
                        subscriptions: {
                            /** @description The subscription: a read model, a process, the webhooks, the bus or the audit. */
                            name: string;
                            /** @description Version of what it keeps. */
                            version: number;
                            /** @description Position in the log up to which it took events; null before any. */
                            position: string | null;
                            /** @description When the position last moved; ISO 8601, UTC, milliseconds. */
                            moved_at: string;
                            /** @description Age of the oldest event that it has not taken, milliseconds; 0 when none waits, null when unknown. */
                            lag_ms: number | null;
                            /** @description The process that takes its events; null when there is none. */
                            leader: {
                                /** @description Number of the process that holds the lease; it changes at each start. */
                                holder: number;
                                /** @description When the lease ends unless it is renewed; ISO 8601, UTC, milliseconds. */
                                lease_until: string;
                            } | null;
                        }[];
                        /** @description Queues that have jobs, by name. */
                        queues: {
                            /** @description The queue. */
                            queue: string;
                            /** @description Jobs in it, due or not. */
                            jobs: number;
                            /** @description Jobs that are due. */
                            due: number;
                            /** @description Jobs that failed nine times or more in a row. */
                            stuck: number;
                            /** @description How long the oldest job has been due, milliseconds; 0 when none is. */
                            oldest_due_ms: number;
                        }[];
                        /** @description Deliveries to the endpoints of all clients. */
                        deliveries: {
                            /** @description Deliveries that are neither delivered nor given up. */
                            pending: number;
                            /** @description Those that are due. */
                            due: number;
                            /** @description How long the oldest delivery has been due, milliseconds; 0 when none is. */
                            oldest_due_ms: number;
                        };
                        /** @description Events that a subscription could not take; `npm run set-aside` lists them. Empty when there are none. */
                        parked_events: {
                            /** @description The subscription that parked them. */
                            subscription: string;
                            /** @description Number of events. */
                            events: number;
                            /** @description When the last one was parked; ISO 8601, UTC, milliseconds. */
                            last_parked_at: string;
                        }[];
                        /** @description Messages of other services that were refused; null when the bus is off or does not answer. */
                        dead_messages: number | null;
                    };
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    reconcileStatement: {
        parameters: {
            query?: {
                /** @description The period that the statement covers, if it has no header. From this time; ISO 8601 with an offset. */
                from?: string;
                /** @description Until before this time; ISO 8601 with an offset. */
                to?: string;
                /** @description How many seconds later than the network this service may record an outcome, or the network book it. What is closer to the edges of the period, or to now, is undecided. */
                leeway_s?: number;
                /** @description Whether to report only, without raising flags. */
                dry_run?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-ndjson": string;
                "text/csv": string;
            };
        };
        responses: {
            /** @description Result of the comparison. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What was compared. */
                        statement: {
                            /** @description Beginning of the period; ISO 8601, UTC, milliseconds. */
                            from: string;
                            /** @description End of the period, exclusive; ISO 8601, UTC, milliseconds. */
                            to: string;
                            /** @description SHA-256 of the whole file, 64 hexadecimal digits: identifies the file. */
                            sha256: string;
                            /** @description Lines about payments. */
                            lines: number;
                        };
                        /** @description Seconds of leeway, as requested. */
                        leeway_s: number;
                        /** @description Number of each. */
                        counts: {
                            /** @description Lines that agree with the recorded movement. */
                            matched: number;
                            /** @description Payments recorded within the period that are on no line. */
                            missing_there: number;
                            /** @description Lines without a recorded payment. */
                            missing_here: number;
                            /** @description Lines with another amount or currency. */
                            amount_differs: number;
                            /** @description Lines with another outcome. */
                            status_differs: number;
                            /** @description Lines that contradict each other, or an earlier report of the network. */
                            contradicted: number;
                            /** @description Lines that are so recent that their outcome may not have been polled yet. */
                            in_flight: number;
                            /** @description Payments on no line, at the edges of the period: the statement before or after may have them. */
                            undecided: number;
                            /** @description Lines that repeat an earlier one. */
                            repeated_lines: number;
                        };
                        /** @description The period that a statement must cover to decide all undecided payments; null when there are none. */
                        decided_by: {
                            /** @description Beginning of the period; ISO 8601, UTC, milliseconds. */
                            from: string;
                            /** @description End of the period; ISO 8601, UTC, milliseconds. */
                            to: string;
                        } | null;
                        /** @description Flags; none with `dry_run`. */
                        flags: {
                            /** @description Flags that this request raised. */
                            raised: number;
                            /** @description Discrepancies that were flagged before. */
                            known: number;
                        };
                        /** @description The discrepancies, at most 1,000; all of them are counted and flagged. */
                        discrepancies: {
                            /**
                             * @description How they disagree: missing_there (money is recorded as moved, and is not in the statement), missing_here (no refund here matches), amount_differs (or the currency), status_differs, or contradicted (the network reported two outcomes that exclude each other, such as two references for one payment).
                             * @enum {string}
                             */
                            kind: "missing_there" | "missing_here" | "amount_differs" | "status_differs" | "contradicted";
                            /** @description The refund: `rf_` and a UUID; null when none of your client matches. */
                            refund_id: string | null;
                            /** @description The key that the network got for the payment; null when the statement has none. */
                            key: string | null;
                            /**
                             * @description Whether it is the payment or its reversal.
                             * @enum {string}
                             */
                            about: "transfer" | "reversal";
                            /** @description Attempt of the refund, 0 for the first; null when unknown. */
                            attempt: number | null;
                            /** @description The line of the statement; null when there is none. */
                            said: {
                                /**
                                 * @description Outcome at the network.
                                 * @enum {string}
                                 */
                                outcome: "succeeded" | "rejected" | "completed" | "failed";
                                /** @description Amount in major units of the currency. */
                                amount: number;
                                /** @description ISO 4217 code of the amount, three upper-case letters. */
                                currency: string;
                                /** @description The payment network's reference. */
                                reference: string;
                                /** @description When the network booked it; ISO 8601, UTC, milliseconds. */
                                at: string;
                            } | null;
                            /** @description The recorded movement; null when there is none. */
                            recorded: {
                                /** @description Status of the refund when it was compared. */
                                status: string;
                                /**
                                 * @description Recorded outcome; none means that it was not requested.
                                 * @enum {string}
                                 */
                                outcome: "none" | "in_flight" | "succeeded" | "rejected" | "completed" | "failed";
                                /** @description Amount in major units of the currency. */
                                amount: number;
                                /** @description ISO 4217 code of the amount, three upper-case letters. */
                                currency: string;
                                /** @description The network's reference; null when no money moved. */
                                reference: string | null;
                                /** @description When the outcome was recorded; null when there was none; ISO 8601, UTC, milliseconds. */
                                at: string | null;
                            } | null;
                            /** @description Line of the file, 1 for the first; null when it is on none. */
                            line: number | null;
                            /** @description Its flag; null when none was raised, or the refund has 100 flags. */
                            flag: {
                                /** @description The flag: `flg_`, a UUID and a number. */
                                flag_id: string;
                                /**
                                 * @description Whether a person has resolved it.
                                 * @enum {string}
                                 */
                                status: "open" | "resolved";
                            } | null;
                        }[];
                    };
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    verifyExport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-ndjson": string;
                "text/csv": string;
            };
        };
        responses: {
            /** @description Result of the verification. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Whether the file is as this service signed it, and each event follows the previous one of its stream. */
                        intact: boolean;
                        /** @description The first problem; null without one. */
                        problem: {
                            /** @description Line of the file, 1 for the first; null for a problem of the whole file. */
                            line: number | null;
                            /** @description Stream of the line; null without one. */
                            stream: string | null;
                            /** @description Revision of the event in its stream; null without one. */
                            revision: number | null;
                            /** @description What is wrong. */
                            what: string;
                        } | null;
                        /** @description Result for the signature. */
                        signature: {
                            /** @description Whether a key of this service signed the manifest. */
                            valid: boolean;
                            /** @description The key that the manifest names; null when it names none. */
                            key_id: string | null;
                            /** @description Why it is not valid; null when it is. */
                            problem: string | null;
                        };
                        /** @description Events that were checked, before the first problem. */
                        events: number;
                        /** @description Streams that they belong to, before the first problem. */
                        streams: number;
                        /** @description Events with redacted fields, of which only the place in the chain was checked, before the first problem. */
                        redacted: number;
                        /** @description The manifest of the file; null without a readable one. */
                        manifest: components["schemas"]["ExportManifest"] | null;
                    };
                };
            };
            400: components["responses"]["INVALID_REQUEST"];
            401: components["responses"]["AUTH_001.AUTH_002"];
            403: components["responses"]["AUTH_003"];
            413: components["responses"]["PAYLOAD_TOO_LARGE"];
            415: components["responses"]["UNSUPPORTED_MEDIA_TYPE"];
            429: components["responses"]["RATE_LIMIT_EXCEEDED"];
            500: components["responses"]["INTERNAL_ERROR"];
            503: components["responses"]["SERVICE_UNAVAILABLE"];
        };
    };
    on_fraud_detected: {
        parameters: {
            query?: never;
            header: {
                /** @description Hex HMAC-SHA256 of timestamp, dot and raw body, keyed with the secret. While k secrets are valid after rotations, attempt n is keyed with number (n − 1) mod k of them, newest first. */
                "X-Service-Signature": string;
                /** @description While several secrets are valid (each for 24 hours after its replacement): the values with the other secrets, newest first, comma-separated. */
                "X-Service-Signature-Previous"?: string;
                /** @description Unix seconds of sending; refuse a difference of more than 300 seconds. */
                "X-Service-Timestamp": string;
                /** @description The same for all attempts: use it to drop repeats. */
                "X-Service-Event-ID": string;
                /** @description The endpoint that receives the event. */
                "X-Service-Webhook-ID": string;
                /** @description Standard Webhooks: the event id. */
                "webhook-id": string;
                /** @description Standard Webhooks: Unix seconds of sending. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: signs the event id too; a list, one entry per valid secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The event: `evt_` and a UUID, the same for all attempts, endpoints and replays; use it to drop repeats. */
                    id: string;
                    /**
                     * @description The type of the event.
                     * @constant
                     */
                    type: "fraud.detected";
                    /** @description Version of the envelope and of the payload, a date. */
                    api_version: string;
                    /**
                     * Format: date-time
                     * @description When it happened; ISO 8601, UTC, milliseconds.
                     */
                    created_at: string;
                    data: components["schemas"]["FraudDetectedData"];
                    metadata: components["schemas"]["EventMetadata"];
                };
            };
        };
        responses: {
            /** @description The endpoint has accepted the event. Anything else, or no response within 30 seconds, is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_fraud_resolved: {
        parameters: {
            query?: never;
            header: {
                /** @description Hex HMAC-SHA256 of timestamp, dot and raw body, keyed with the secret. While k secrets are valid after rotations, attempt n is keyed with number (n − 1) mod k of them, newest first. */
                "X-Service-Signature": string;
                /** @description While several secrets are valid (each for 24 hours after its replacement): the values with the other secrets, newest first, comma-separated. */
                "X-Service-Signature-Previous"?: string;
                /** @description Unix seconds of sending; refuse a difference of more than 300 seconds. */
                "X-Service-Timestamp": string;
                /** @description The same for all attempts: use it to drop repeats. */
                "X-Service-Event-ID": string;
                /** @description The endpoint that receives the event. */
                "X-Service-Webhook-ID": string;
                /** @description Standard Webhooks: the event id. */
                "webhook-id": string;
                /** @description Standard Webhooks: Unix seconds of sending. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: signs the event id too; a list, one entry per valid secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The event: `evt_` and a UUID, the same for all attempts, endpoints and replays; use it to drop repeats. */
                    id: string;
                    /**
                     * @description The type of the event.
                     * @constant
                     */
                    type: "fraud.resolved";
                    /** @description Version of the envelope and of the payload, a date. */
                    api_version: string;
                    /**
                     * Format: date-time
                     * @description When it happened; ISO 8601, UTC, milliseconds.
                     */
                    created_at: string;
                    data: components["schemas"]["FraudResolvedData"];
                    metadata: components["schemas"]["EventMetadata"];
                };
            };
        };
        responses: {
            /** @description The endpoint has accepted the event. Anything else, or no response within 30 seconds, is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_fraud_escalated: {
        parameters: {
            query?: never;
            header: {
                /** @description Hex HMAC-SHA256 of timestamp, dot and raw body, keyed with the secret. While k secrets are valid after rotations, attempt n is keyed with number (n − 1) mod k of them, newest first. */
                "X-Service-Signature": string;
                /** @description While several secrets are valid (each for 24 hours after its replacement): the values with the other secrets, newest first, comma-separated. */
                "X-Service-Signature-Previous"?: string;
                /** @description Unix seconds of sending; refuse a difference of more than 300 seconds. */
                "X-Service-Timestamp": string;
                /** @description The same for all attempts: use it to drop repeats. */
                "X-Service-Event-ID": string;
                /** @description The endpoint that receives the event. */
                "X-Service-Webhook-ID": string;
                /** @description Standard Webhooks: the event id. */
                "webhook-id": string;
                /** @description Standard Webhooks: Unix seconds of sending. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: signs the event id too; a list, one entry per valid secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The event: `evt_` and a UUID, the same for all attempts, endpoints and replays; use it to drop repeats. */
                    id: string;
                    /**
                     * @description The type of the event.
                     * @constant
                     */
                    type: "fraud.escalated";
                    /** @description Version of the envelope and of the payload, a date. */
                    api_version: string;
                    /**
                     * Format: date-time
                     * @description When it happened; ISO 8601, UTC, milliseconds.
                     */
                    created_at: string;
                    data: components["schemas"]["FraudEscalatedData"];
                    metadata: components["schemas"]["EventMetadata"];
                };
            };
        };
        responses: {
            /** @description The endpoint has accepted the event. Anything else, or no response within 30 seconds, is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_fraud_score_updated: {
        parameters: {
            query?: never;
            header: {
                /** @description Hex HMAC-SHA256 of timestamp, dot and raw body, keyed with the secret. While k secrets are valid after rotations, attempt n is keyed with number (n − 1) mod k of them, newest first. */
                "X-Service-Signature": string;
                /** @description While several secrets are valid (each for 24 hours after its replacement): the values with the other secrets, newest first, comma-separated. */
                "X-Service-Signature-Previous"?: string;
                /** @description Unix seconds of sending; refuse a difference of more than 300 seconds. */
                "X-Service-Timestamp": string;
                /** @description The same for all attempts: use it to drop repeats. */
                "X-Service-Event-ID": string;
                /** @description The endpoint that receives the event. */
                "X-Service-Webhook-ID": string;
                /** @description Standard Webhooks: the event id. */
                "webhook-id": string;
                /** @description Standard Webhooks: Unix seconds of sending. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: signs the event id too; a list, one entry per valid secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The event: `evt_` and a UUID, the same for all attempts, endpoints and replays; use it to drop repeats. */
                    id: string;
                    /**
                     * @description The type of the event.
                     * @constant
                     */
                    type: "fraud.score_updated";
                    /** @description Version of the envelope and of the payload, a date. */
                    api_version: string;
                    /**
                     * Format: date-time
                     * @description When it happened; ISO 8601, UTC, milliseconds.
                     */
                    created_at: string;
                    data: components["schemas"]["FraudScoreUpdatedData"];
                    metadata: components["schemas"]["EventMetadata"];
                };
            };
        };
        responses: {
            /** @description The endpoint has accepted the event. Anything else, or no response within 30 seconds, is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_refund_created: {
        parameters: {
            query?: never;
            header: {
                /** @description Hex HMAC-SHA256 of timestamp, dot and raw body, keyed with the secret. While k secrets are valid after rotations, attempt n is keyed with number (n − 1) mod k of them, newest first. */
                "X-Service-Signature": string;
                /** @description While several secrets are valid (each for 24 hours after its replacement): the values with the other secrets, newest first, comma-separated. */
                "X-Service-Signature-Previous"?: string;
                /** @description Unix seconds of sending; refuse a difference of more than 300 seconds. */
                "X-Service-Timestamp": string;
                /** @description The same for all attempts: use it to drop repeats. */
                "X-Service-Event-ID": string;
                /** @description The endpoint that receives the event. */
                "X-Service-Webhook-ID": string;
                /** @description Standard Webhooks: the event id. */
                "webhook-id": string;
                /** @description Standard Webhooks: Unix seconds of sending. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: signs the event id too; a list, one entry per valid secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The event: `evt_` and a UUID, the same for all attempts, endpoints and replays; use it to drop repeats. */
                    id: string;
                    /**
                     * @description The type of the event.
                     * @constant
                     */
                    type: "refund.created";
                    /** @description Version of the envelope and of the payload, a date. */
                    api_version: string;
                    /**
                     * Format: date-time
                     * @description When it happened; ISO 8601, UTC, milliseconds.
                     */
                    created_at: string;
                    data: components["schemas"]["RefundEventData"];
                    metadata: components["schemas"]["EventMetadata"];
                };
            };
        };
        responses: {
            /** @description The endpoint has accepted the event. Anything else, or no response within 30 seconds, is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_refund_processing: {
        parameters: {
            query?: never;
            header: {
                /** @description Hex HMAC-SHA256 of timestamp, dot and raw body, keyed with the secret. While k secrets are valid after rotations, attempt n is keyed with number (n − 1) mod k of them, newest first. */
                "X-Service-Signature": string;
                /** @description While several secrets are valid (each for 24 hours after its replacement): the values with the other secrets, newest first, comma-separated. */
                "X-Service-Signature-Previous"?: string;
                /** @description Unix seconds of sending; refuse a difference of more than 300 seconds. */
                "X-Service-Timestamp": string;
                /** @description The same for all attempts: use it to drop repeats. */
                "X-Service-Event-ID": string;
                /** @description The endpoint that receives the event. */
                "X-Service-Webhook-ID": string;
                /** @description Standard Webhooks: the event id. */
                "webhook-id": string;
                /** @description Standard Webhooks: Unix seconds of sending. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: signs the event id too; a list, one entry per valid secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The event: `evt_` and a UUID, the same for all attempts, endpoints and replays; use it to drop repeats. */
                    id: string;
                    /**
                     * @description The type of the event.
                     * @constant
                     */
                    type: "refund.processing";
                    /** @description Version of the envelope and of the payload, a date. */
                    api_version: string;
                    /**
                     * Format: date-time
                     * @description When it happened; ISO 8601, UTC, milliseconds.
                     */
                    created_at: string;
                    data: components["schemas"]["RefundEventData"];
                    metadata: components["schemas"]["EventMetadata"];
                };
            };
        };
        responses: {
            /** @description The endpoint has accepted the event. Anything else, or no response within 30 seconds, is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_refund_completed: {
        parameters: {
            query?: never;
            header: {
                /** @description Hex HMAC-SHA256 of timestamp, dot and raw body, keyed with the secret. While k secrets are valid after rotations, attempt n is keyed with number (n − 1) mod k of them, newest first. */
                "X-Service-Signature": string;
                /** @description While several secrets are valid (each for 24 hours after its replacement): the values with the other secrets, newest first, comma-separated. */
                "X-Service-Signature-Previous"?: string;
                /** @description Unix seconds of sending; refuse a difference of more than 300 seconds. */
                "X-Service-Timestamp": string;
                /** @description The same for all attempts: use it to drop repeats. */
                "X-Service-Event-ID": string;
                /** @description The endpoint that receives the event. */
                "X-Service-Webhook-ID": string;
                /** @description Standard Webhooks: the event id. */
                "webhook-id": string;
                /** @description Standard Webhooks: Unix seconds of sending. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: signs the event id too; a list, one entry per valid secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The event: `evt_` and a UUID, the same for all attempts, endpoints and replays; use it to drop repeats. */
                    id: string;
                    /**
                     * @description The type of the event.
                     * @constant
                     */
                    type: "refund.completed";
                    /** @description Version of the envelope and of the payload, a date. */
                    api_version: string;
                    /**
                     * Format: date-time
                     * @description When it happened; ISO 8601, UTC, milliseconds.
                     */
                    created_at: string;
                    data: components["schemas"]["RefundEventData"];
                    metadata: components["schemas"]["EventMetadata"];
                };
            };
        };
        responses: {
            /** @description The endpoint has accepted the event. Anything else, or no response within 30 seconds, is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_refund_failed: {
        parameters: {
            query?: never;
            header: {
                /** @description Hex HMAC-SHA256 of timestamp, dot and raw body, keyed with the secret. While k secrets are valid after rotations, attempt n is keyed with number (n − 1) mod k of them, newest first. */
                "X-Service-Signature": string;
                /** @description While several secrets are valid (each for 24 hours after its replacement): the values with the other secrets, newest first, comma-separated. */
                "X-Service-Signature-Previous"?: string;
                /** @description Unix seconds of sending; refuse a difference of more than 300 seconds. */
                "X-Service-Timestamp": string;
                /** @description The same for all attempts: use it to drop repeats. */
                "X-Service-Event-ID": string;
                /** @description The endpoint that receives the event. */
                "X-Service-Webhook-ID": string;
                /** @description Standard Webhooks: the event id. */
                "webhook-id": string;
                /** @description Standard Webhooks: Unix seconds of sending. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: signs the event id too; a list, one entry per valid secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The event: `evt_` and a UUID, the same for all attempts, endpoints and replays; use it to drop repeats. */
                    id: string;
                    /**
                     * @description The type of the event.
                     * @constant
                     */
                    type: "refund.failed";
                    /** @description Version of the envelope and of the payload, a date. */
                    api_version: string;
                    /**
                     * Format: date-time
                     * @description When it happened; ISO 8601, UTC, milliseconds.
                     */
                    created_at: string;
                    data: components["schemas"]["RefundEventData"];
                    metadata: components["schemas"]["EventMetadata"];
                };
            };
        };
        responses: {
            /** @description The endpoint has accepted the event. Anything else, or no response within 30 seconds, is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_refund_cancelled: {
        parameters: {
            query?: never;
            header: {
                /** @description Hex HMAC-SHA256 of timestamp, dot and raw body, keyed with the secret. While k secrets are valid after rotations, attempt n is keyed with number (n − 1) mod k of them, newest first. */
                "X-Service-Signature": string;
                /** @description While several secrets are valid (each for 24 hours after its replacement): the values with the other secrets, newest first, comma-separated. */
                "X-Service-Signature-Previous"?: string;
                /** @description Unix seconds of sending; refuse a difference of more than 300 seconds. */
                "X-Service-Timestamp": string;
                /** @description The same for all attempts: use it to drop repeats. */
                "X-Service-Event-ID": string;
                /** @description The endpoint that receives the event. */
                "X-Service-Webhook-ID": string;
                /** @description Standard Webhooks: the event id. */
                "webhook-id": string;
                /** @description Standard Webhooks: Unix seconds of sending. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: signs the event id too; a list, one entry per valid secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The event: `evt_` and a UUID, the same for all attempts, endpoints and replays; use it to drop repeats. */
                    id: string;
                    /**
                     * @description The type of the event.
                     * @constant
                     */
                    type: "refund.cancelled";
                    /** @description Version of the envelope and of the payload, a date. */
                    api_version: string;
                    /**
                     * Format: date-time
                     * @description When it happened; ISO 8601, UTC, milliseconds.
                     */
                    created_at: string;
                    data: components["schemas"]["RefundEventData"];
                    metadata: components["schemas"]["EventMetadata"];
                };
            };
        };
        responses: {
            /** @description The endpoint has accepted the event. Anything else, or no response within 30 seconds, is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_refund_voided: {
        parameters: {
            query?: never;
            header: {
                /** @description Hex HMAC-SHA256 of timestamp, dot and raw body, keyed with the secret. While k secrets are valid after rotations, attempt n is keyed with number (n − 1) mod k of them, newest first. */
                "X-Service-Signature": string;
                /** @description While several secrets are valid (each for 24 hours after its replacement): the values with the other secrets, newest first, comma-separated. */
                "X-Service-Signature-Previous"?: string;
                /** @description Unix seconds of sending; refuse a difference of more than 300 seconds. */
                "X-Service-Timestamp": string;
                /** @description The same for all attempts: use it to drop repeats. */
                "X-Service-Event-ID": string;
                /** @description The endpoint that receives the event. */
                "X-Service-Webhook-ID": string;
                /** @description Standard Webhooks: the event id. */
                "webhook-id": string;
                /** @description Standard Webhooks: Unix seconds of sending. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: signs the event id too; a list, one entry per valid secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The event: `evt_` and a UUID, the same for all attempts, endpoints and replays; use it to drop repeats. */
                    id: string;
                    /**
                     * @description The type of the event.
                     * @constant
                     */
                    type: "refund.voided";
                    /** @description Version of the envelope and of the payload, a date. */
                    api_version: string;
                    /**
                     * Format: date-time
                     * @description When it happened; ISO 8601, UTC, milliseconds.
                     */
                    created_at: string;
                    data: components["schemas"]["RefundEventData"];
                    metadata: components["schemas"]["EventMetadata"];
                };
            };
        };
        responses: {
            /** @description The endpoint has accepted the event. Anything else, or no response within 30 seconds, is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_darkweb_leak_detected: {
        parameters: {
            query?: never;
            header: {
                /** @description Hex HMAC-SHA256 of timestamp, dot and raw body, keyed with the secret. While k secrets are valid after rotations, attempt n is keyed with number (n − 1) mod k of them, newest first. */
                "X-Service-Signature": string;
                /** @description While several secrets are valid (each for 24 hours after its replacement): the values with the other secrets, newest first, comma-separated. */
                "X-Service-Signature-Previous"?: string;
                /** @description Unix seconds of sending; refuse a difference of more than 300 seconds. */
                "X-Service-Timestamp": string;
                /** @description The same for all attempts: use it to drop repeats. */
                "X-Service-Event-ID": string;
                /** @description The endpoint that receives the event. */
                "X-Service-Webhook-ID": string;
                /** @description Standard Webhooks: the event id. */
                "webhook-id": string;
                /** @description Standard Webhooks: Unix seconds of sending. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: signs the event id too; a list, one entry per valid secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The event: `evt_` and a UUID, the same for all attempts, endpoints and replays; use it to drop repeats. */
                    id: string;
                    /**
                     * @description The type of the event.
                     * @constant
                     */
                    type: "darkweb.leak_detected";
                    /** @description Version of the envelope and of the payload, a date. */
                    api_version: string;
                    /**
                     * Format: date-time
                     * @description When it happened; ISO 8601, UTC, milliseconds.
                     */
                    created_at: string;
                    /** @description Data of a user that was found in a leak. */
                    data: {
                        /**
                         * @description The kind of object that the event is about.
                         * @constant
                         */
                        object: "darkweb_leak";
                        /** @description The detection: `det_` and a UUID. */
                        id: string;
                        /** @description Your id of the user who is concerned; null if unknown, `[erased]` after an erasure. */
                        user_id: string | null;
                        /** @description When it was detected; ISO 8601, UTC, milliseconds. */
                        detected_at: string;
                        /** @description How bad it is, as reported; null if that was not reported. */
                        severity: ("low" | "medium" | "high" | "critical") | null;
                        /** @description Where the data was found; `[erased]` once the content is deleted. */
                        source: string;
                    };
                    metadata: components["schemas"]["EventMetadata"];
                };
            };
        };
        responses: {
            /** @description The endpoint has accepted the event. Anything else, or no response within 30 seconds, is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_phishing_email_detected: {
        parameters: {
            query?: never;
            header: {
                /** @description Hex HMAC-SHA256 of timestamp, dot and raw body, keyed with the secret. While k secrets are valid after rotations, attempt n is keyed with number (n − 1) mod k of them, newest first. */
                "X-Service-Signature": string;
                /** @description While several secrets are valid (each for 24 hours after its replacement): the values with the other secrets, newest first, comma-separated. */
                "X-Service-Signature-Previous"?: string;
                /** @description Unix seconds of sending; refuse a difference of more than 300 seconds. */
                "X-Service-Timestamp": string;
                /** @description The same for all attempts: use it to drop repeats. */
                "X-Service-Event-ID": string;
                /** @description The endpoint that receives the event. */
                "X-Service-Webhook-ID": string;
                /** @description Standard Webhooks: the event id. */
                "webhook-id": string;
                /** @description Standard Webhooks: Unix seconds of sending. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: signs the event id too; a list, one entry per valid secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The event: `evt_` and a UUID, the same for all attempts, endpoints and replays; use it to drop repeats. */
                    id: string;
                    /**
                     * @description The type of the event.
                     * @constant
                     */
                    type: "phishing.email_detected";
                    /** @description Version of the envelope and of the payload, a date. */
                    api_version: string;
                    /**
                     * Format: date-time
                     * @description When it happened; ISO 8601, UTC, milliseconds.
                     */
                    created_at: string;
                    /** @description An e-mail that was found to be phishing. */
                    data: {
                        /**
                         * @description The kind of object that the event is about.
                         * @constant
                         */
                        object: "phishing_email";
                        /** @description The detection: `det_` and a UUID. */
                        id: string;
                        /** @description Your id of the user who is concerned; null if unknown, `[erased]` after an erasure. */
                        user_id: string | null;
                        /** @description When it was detected; ISO 8601, UTC, milliseconds. */
                        detected_at: string;
                        /** @description How bad it is, as reported; null if that was not reported. */
                        severity: ("low" | "medium" | "high" | "critical") | null;
                        /** @description Who the e-mail claims to come from; `[erased]` once the content is deleted. */
                        sender: string;
                    };
                    metadata: components["schemas"]["EventMetadata"];
                };
            };
        };
        responses: {
            /** @description The endpoint has accepted the event. Anything else, or no response within 30 seconds, is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_url_malicious_detected: {
        parameters: {
            query?: never;
            header: {
                /** @description Hex HMAC-SHA256 of timestamp, dot and raw body, keyed with the secret. While k secrets are valid after rotations, attempt n is keyed with number (n − 1) mod k of them, newest first. */
                "X-Service-Signature": string;
                /** @description While several secrets are valid (each for 24 hours after its replacement): the values with the other secrets, newest first, comma-separated. */
                "X-Service-Signature-Previous"?: string;
                /** @description Unix seconds of sending; refuse a difference of more than 300 seconds. */
                "X-Service-Timestamp": string;
                /** @description The same for all attempts: use it to drop repeats. */
                "X-Service-Event-ID": string;
                /** @description The endpoint that receives the event. */
                "X-Service-Webhook-ID": string;
                /** @description Standard Webhooks: the event id. */
                "webhook-id": string;
                /** @description Standard Webhooks: Unix seconds of sending. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: signs the event id too; a list, one entry per valid secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The event: `evt_` and a UUID, the same for all attempts, endpoints and replays; use it to drop repeats. */
                    id: string;
                    /**
                     * @description The type of the event.
                     * @constant
                     */
                    type: "url.malicious_detected";
                    /** @description Version of the envelope and of the payload, a date. */
                    api_version: string;
                    /**
                     * Format: date-time
                     * @description When it happened; ISO 8601, UTC, milliseconds.
                     */
                    created_at: string;
                    /** @description Domains of malicious URLs in a phishing message. Or: The domain of a malicious URL that a module around the service found. */
                    data: {
                        /**
                         * @description The kind of object that the event is about.
                         * @constant
                         */
                        object: "malicious_url";
                        /** @description The analysis: `sms_` and a UUID. */
                        id: string;
                        /** @description Your id of the user; null if unknown, `[erased]` after an erasure. */
                        user_id: string | null;
                        /** @description When the message was analysed; ISO 8601, UTC, milliseconds. */
                        detected_at: string;
                        /**
                         * @description The risk level of the message.
                         * @enum {string}
                         */
                        severity: "low" | "medium" | "high" | "critical";
                        /**
                         * @description Where the URL was found.
                         * @constant
                         */
                        source: "sms";
                        /** @description The registrable domain of the URL with the highest risk; its host if it has no such domain; its scheme (`javascript:`) if it has no host; `[erased]` once the message is deleted. */
                        domain: string;
                        /** @description The domains of all malicious URLs of the message, the highest risk first. */
                        domains: string[];
                    } | {
                        /**
                         * @description The kind of object that the event is about.
                         * @constant
                         */
                        object: "malicious_url";
                        /** @description The detection: `det_` and a UUID. */
                        id: string;
                        /** @description Your id of the user who is concerned; null if unknown, `[erased]` after an erasure. */
                        user_id: string | null;
                        /** @description When it was detected; ISO 8601, UTC, milliseconds. */
                        detected_at: string;
                        /** @description How bad it is, as reported; null if that was not reported. */
                        severity: ("low" | "medium" | "high" | "critical") | null;
                        /** @description Where the URL was found; `[erased]` once the content is deleted. */
                        source: string;
                        /** @description The registrable domain of the URL; its host if it has no such domain; its scheme (`javascript:`) if it has no host; `[erased]` once the content is deleted. */
                        domain: string;
                    };
                    metadata: components["schemas"]["EventMetadata"];
                };
            };
        };
        responses: {
            /** @description The endpoint has accepted the event. Anything else, or no response within 30 seconds, is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_spam_call_blocked: {
        parameters: {
            query?: never;
            header: {
                /** @description Hex HMAC-SHA256 of timestamp, dot and raw body, keyed with the secret. While k secrets are valid after rotations, attempt n is keyed with number (n − 1) mod k of them, newest first. */
                "X-Service-Signature": string;
                /** @description While several secrets are valid (each for 24 hours after its replacement): the values with the other secrets, newest first, comma-separated. */
                "X-Service-Signature-Previous"?: string;
                /** @description Unix seconds of sending; refuse a difference of more than 300 seconds. */
                "X-Service-Timestamp": string;
                /** @description The same for all attempts: use it to drop repeats. */
                "X-Service-Event-ID": string;
                /** @description The endpoint that receives the event. */
                "X-Service-Webhook-ID": string;
                /** @description Standard Webhooks: the event id. */
                "webhook-id": string;
                /** @description Standard Webhooks: Unix seconds of sending. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: signs the event id too; a list, one entry per valid secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The event: `evt_` and a UUID, the same for all attempts, endpoints and replays; use it to drop repeats. */
                    id: string;
                    /**
                     * @description The type of the event.
                     * @constant
                     */
                    type: "spam.call_blocked";
                    /** @description Version of the envelope and of the payload, a date. */
                    api_version: string;
                    /**
                     * Format: date-time
                     * @description When it happened; ISO 8601, UTC, milliseconds.
                     */
                    created_at: string;
                    /** @description A call that was blocked as spam. */
                    data: {
                        /**
                         * @description The kind of object that the event is about.
                         * @constant
                         */
                        object: "spam_call";
                        /** @description The detection: `det_` and a UUID. */
                        id: string;
                        /** @description Your id of the user who is concerned; null if unknown, `[erased]` after an erasure. */
                        user_id: string | null;
                        /** @description When it was detected; ISO 8601, UTC, milliseconds. */
                        detected_at: string;
                        /** @description How bad it is, as reported; null if that was not reported. */
                        severity: ("low" | "medium" | "high" | "critical") | null;
                        /** @description The number that called, in E.164 form; `[erased]` once the content is deleted. */
                        caller: string;
                    };
                    metadata: components["schemas"]["EventMetadata"];
                };
            };
        };
        responses: {
            /** @description The endpoint has accepted the event. Anything else, or no response within 30 seconds, is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_webhook_disabled: {
        parameters: {
            query?: never;
            header: {
                /** @description Hex HMAC-SHA256 of timestamp, dot and raw body, keyed with the secret. While k secrets are valid after rotations, attempt n is keyed with number (n − 1) mod k of them, newest first. */
                "X-Service-Signature": string;
                /** @description While several secrets are valid (each for 24 hours after its replacement): the values with the other secrets, newest first, comma-separated. */
                "X-Service-Signature-Previous"?: string;
                /** @description Unix seconds of sending; refuse a difference of more than 300 seconds. */
                "X-Service-Timestamp": string;
                /** @description The same for all attempts: use it to drop repeats. */
                "X-Service-Event-ID": string;
                /** @description The endpoint that receives the event. */
                "X-Service-Webhook-ID": string;
                /** @description Standard Webhooks: the event id. */
                "webhook-id": string;
                /** @description Standard Webhooks: Unix seconds of sending. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: signs the event id too; a list, one entry per valid secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The event: `evt_` and a UUID, the same for all attempts, endpoints and replays; use it to drop repeats. */
                    id: string;
                    /**
                     * @description The type of the event.
                     * @constant
                     */
                    type: "webhook.disabled";
                    /** @description Version of the envelope and of the payload, a date. */
                    api_version: string;
                    /**
                     * Format: date-time
                     * @description When it happened; ISO 8601, UTC, milliseconds.
                     */
                    created_at: string;
                    data: components["schemas"]["WebhookDisabledData"];
                    metadata: components["schemas"]["EventMetadata"];
                };
            };
        };
        responses: {
            /** @description The endpoint has accepted the event. Anything else, or no response within 30 seconds, is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    on_webhook_delivery_exhausted: {
        parameters: {
            query?: never;
            header: {
                /** @description Hex HMAC-SHA256 of timestamp, dot and raw body, keyed with the secret. While k secrets are valid after rotations, attempt n is keyed with number (n − 1) mod k of them, newest first. */
                "X-Service-Signature": string;
                /** @description While several secrets are valid (each for 24 hours after its replacement): the values with the other secrets, newest first, comma-separated. */
                "X-Service-Signature-Previous"?: string;
                /** @description Unix seconds of sending; refuse a difference of more than 300 seconds. */
                "X-Service-Timestamp": string;
                /** @description The same for all attempts: use it to drop repeats. */
                "X-Service-Event-ID": string;
                /** @description The endpoint that receives the event. */
                "X-Service-Webhook-ID": string;
                /** @description Standard Webhooks: the event id. */
                "webhook-id": string;
                /** @description Standard Webhooks: Unix seconds of sending. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: signs the event id too; a list, one entry per valid secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The event: `evt_` and a UUID, the same for all attempts, endpoints and replays; use it to drop repeats. */
                    id: string;
                    /**
                     * @description The type of the event.
                     * @constant
                     */
                    type: "webhook.delivery_exhausted";
                    /** @description Version of the envelope and of the payload, a date. */
                    api_version: string;
                    /**
                     * Format: date-time
                     * @description When it happened; ISO 8601, UTC, milliseconds.
                     */
                    created_at: string;
                    data: components["schemas"]["DeliveryExhaustedData"];
                    metadata: components["schemas"]["EventMetadata"];
                };
            };
        };
        responses: {
            /** @description The endpoint has accepted the event. Anything else, or no response within 30 seconds, is retried. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}

/** How each operation is called. */
export const callOf = {
  live: { method: 'GET', path: '/health/live', hasToken: false, key: 'none' },
  ready: { method: 'GET', path: '/health/ready', hasToken: false, key: 'none' },
  login: { method: 'POST', path: '/api/auth/login', hasToken: false, key: 'none' },
  refresh: { method: 'POST', path: '/api/auth/refresh', hasToken: false, key: 'none' },
  logout: { method: 'POST', path: '/api/auth/logout', hasToken: false, key: 'none' },
  me: { method: 'GET', path: '/api/auth/me', hasToken: true, key: 'none' },
  changeMe: { method: 'PATCH', path: '/api/auth/me', hasToken: true, key: 'none' },
  changePassword: { method: 'POST', path: '/api/auth/password', hasToken: true, key: 'none' },
  jwks: { method: 'GET', path: '/.well-known/jwks.json', hasToken: false, key: 'none' },
  listOwnSessions: { method: 'GET', path: '/api/auth/sessions', hasToken: true, key: 'none' },
  endOwnSession: { method: 'DELETE', path: '/api/auth/sessions/{session_id}', hasToken: true, key: 'none' },
  listUserSessions: { method: 'GET', path: '/admin/users/{user_id}/sessions', hasToken: true, key: 'none' },
  requestNonce: { method: 'POST', path: '/api/auth/nonce', hasToken: false, key: 'none' },
  socialLogin: { method: 'POST', path: '/api/auth/social-login', hasToken: false, key: 'none' },
  linkSocialLogin: { method: 'POST', path: '/api/auth/social-link', hasToken: true, key: 'none' },
  listIdentities: { method: 'GET', path: '/api/auth/identities', hasToken: true, key: 'none' },
  unlinkSocialLogin: { method: 'DELETE', path: '/api/auth/identities/{identity_id}', hasToken: true, key: 'none' },
  requestChallenge: { method: 'POST', path: '/api/auth/biometric/challenge', hasToken: false, key: 'none' },
  registerCredential: { method: 'POST', path: '/api/auth/biometric/register', hasToken: true, key: 'none' },
  biometricLogin: { method: 'POST', path: '/api/auth/biometric-login', hasToken: false, key: 'none' },
  listCredentials: { method: 'GET', path: '/api/auth/biometric', hasToken: true, key: 'none' },
  removeCredential: { method: 'DELETE', path: '/api/auth/biometric/{credential_id}', hasToken: true, key: 'none' },
  listUserNames: { method: 'GET', path: '/users/names', hasToken: true, key: 'none' },
  registerClient: { method: 'POST', path: '/admin/clients', hasToken: true, key: 'none' },
  listClients: { method: 'GET', path: '/admin/clients', hasToken: true, key: 'none' },
  getClient: { method: 'GET', path: '/admin/clients/{client_id}', hasToken: true, key: 'none' },
  changeClient: { method: 'PATCH', path: '/admin/clients/{client_id}', hasToken: true, key: 'none' },
  registerUser: { method: 'POST', path: '/admin/users', hasToken: true, key: 'none' },
  listUsers: { method: 'GET', path: '/admin/users', hasToken: true, key: 'none' },
  getUser: { method: 'GET', path: '/admin/users/{user_id}', hasToken: true, key: 'none' },
  changeUser: { method: 'PATCH', path: '/admin/users/{user_id}', hasToken: true, key: 'none' },
  createServiceAccount: { method: 'POST', path: '/admin/clients/{client_id}/service-accounts', hasToken: true, key: 'none' },
  listServiceAccounts: { method: 'GET', path: '/admin/clients/{client_id}/service-accounts', hasToken: true, key: 'none' },
  getServiceAccount: { method: 'GET', path: '/admin/clients/{client_id}/service-accounts/{service_account_id}', hasToken: true, key: 'none' },
  revokeServiceAccount: { method: 'DELETE', path: '/admin/clients/{client_id}/service-accounts/{service_account_id}', hasToken: true, key: 'none' },
  recordTransactions: { method: 'POST', path: '/transactions', hasToken: true, key: 'none' },
  listTransactions: { method: 'GET', path: '/transactions', hasToken: true, key: 'none' },
  getTransaction: { method: 'GET', path: '/transactions/{transaction_id}', hasToken: true, key: 'none' },
  requestRefund: { method: 'POST', path: '/refund/request', hasToken: true, key: 'always' },
  listRefunds: { method: 'GET', path: '/refund/list', hasToken: true, key: 'none' },
  getRefund: { method: 'GET', path: '/refund/{refund_id}', hasToken: true, key: 'none' },
  cancelRefund: { method: 'POST', path: '/refund/{refund_id}/cancel', hasToken: true, key: 'none' },
  retryRefund: { method: 'POST', path: '/refund/{refund_id}/retry', hasToken: true, key: 'none' },
  voidRefund: { method: 'POST', path: '/refund/{refund_id}/void', hasToken: true, key: 'none' },
  getRefundStatistics: { method: 'GET', path: '/refund/statistics', hasToken: true, key: 'none' },
  listReconciliationFlags: { method: 'GET', path: '/reconciliation/flags', hasToken: true, key: 'none' },
  resolveReconciliationFlag: { method: 'POST', path: '/reconciliation/flags/{flag_id}/resolve', hasToken: true, key: 'none' },
  getSandboxStatement: { method: 'GET', path: '/reconciliation/sandbox-statement', hasToken: true, key: 'none', returns: 'file' },
  scoreTransaction: { method: 'POST', path: '/fraud/score/realtime', hasToken: true, key: 'none' },
  getFraudDecision: { method: 'GET', path: '/fraud/decisions/{transaction_id}', hasToken: true, key: 'none' },
  scoreBatch: { method: 'POST', path: '/fraud/score', hasToken: true, key: 'none' },
  reportFraudOutcomes: { method: 'POST', path: '/fraud/outcomes', hasToken: true, key: 'none' },
  listFraudLists: { method: 'GET', path: '/fraud/lists', hasToken: true, key: 'none' },
  addFraudListEntry: { method: 'POST', path: '/fraud/lists', hasToken: true, key: 'none' },
  removeFraudListEntry: { method: 'DELETE', path: '/fraud/lists/{entry_id}', hasToken: true, key: 'none' },
  getFraudPolicy: { method: 'GET', path: '/fraud/policy', hasToken: true, key: 'none' },
  setFraudPolicy: { method: 'PUT', path: '/fraud/policy', hasToken: true, key: 'none' },
  listFraudModels: { method: 'GET', path: '/fraud/models', hasToken: true, key: 'none' },
  promoteFraudModel: { method: 'POST', path: '/fraud/models/{version}/promote', hasToken: true, key: 'none' },
  shadowFraudModel: { method: 'POST', path: '/fraud/models/{version}/shadow', hasToken: true, key: 'none' },
  retireFraudModel: { method: 'POST', path: '/fraud/models/{version}/retire', hasToken: true, key: 'none' },
  getFraudAlertStatistics: { method: 'GET', path: '/fraud/alerts/statistics', hasToken: true, key: 'none' },
  listFraudAlerts: { method: 'GET', path: '/fraud/alerts', hasToken: true, key: 'none' },
  getFraudAlert: { method: 'GET', path: '/fraud/alerts/{alert_id}', hasToken: true, key: 'none' },
  assignFraudAlert: { method: 'POST', path: '/fraud/alerts/{alert_id}/assign', hasToken: true, key: 'none' },
  escalateFraudAlert: { method: 'POST', path: '/fraud/alerts/{alert_id}/escalate', hasToken: true, key: 'none' },
  resolveFraudAlert: { method: 'POST', path: '/fraud/alerts/{alert_id}/resolve', hasToken: true, key: 'none' },
  reopenFraudAlert: { method: 'POST', path: '/fraud/alerts/{alert_id}/reopen', hasToken: true, key: 'none' },
  analyzeSms: { method: 'POST', path: '/sms/analyze', hasToken: true, key: 'none' },
  analyzeSmsBatch: { method: 'POST', path: '/sms/analyze/batch', hasToken: true, key: 'none' },
  listSmsAnalyses: { method: 'GET', path: '/sms/analyses', hasToken: true, key: 'none' },
  getSmsAnalysis: { method: 'GET', path: '/sms/analyses/{analysis_id}', hasToken: true, key: 'none' },
  giveSmsFeedback: { method: 'POST', path: '/sms/analyses/{analysis_id}/feedback', hasToken: true, key: 'none' },
  recordDarkwebLeaks: { method: 'POST', path: '/detections/darkweb', hasToken: true, key: 'none' },
  recordPhishingEmails: { method: 'POST', path: '/detections/email', hasToken: true, key: 'none' },
  recordMaliciousUrls: { method: 'POST', path: '/detections/url', hasToken: true, key: 'none' },
  recordSpamCalls: { method: 'POST', path: '/detections/spam-call', hasToken: true, key: 'none' },
  listDetections: { method: 'GET', path: '/detections', hasToken: true, key: 'none' },
  getDetection: { method: 'GET', path: '/detections/{detection_id}', hasToken: true, key: 'none' },
  listVpnServers: { method: 'GET', path: '/vpn/servers', hasToken: true, key: 'none' },
  connectVpn: { method: 'POST', path: '/vpn/connect', hasToken: true, key: 'none' },
  disconnectVpn: { method: 'POST', path: '/vpn/disconnect', hasToken: true, key: 'none' },
  heartbeatVpn: { method: 'POST', path: '/vpn/heartbeat', hasToken: true, key: 'none' },
  listVpnSessions: { method: 'GET', path: '/vpn/sessions', hasToken: true, key: 'none' },
  listVpnHistory: { method: 'GET', path: '/vpn/sessions/history', hasToken: true, key: 'none' },
  getVpnSession: { method: 'GET', path: '/vpn/sessions/{session_id}', hasToken: true, key: 'none' },
  revokeVpnSession: { method: 'POST', path: '/vpn/sessions/{session_id}/revoke', hasToken: true, key: 'none' },
  checkNetwork: { method: 'POST', path: '/vpn/check-network', hasToken: true, key: 'none' },
  registerVpnServer: { method: 'POST', path: '/admin/vpn/servers', hasToken: true, key: 'none' },
  changeVpnServer: { method: 'PATCH', path: '/admin/vpn/servers/{id}', hasToken: true, key: 'none' },
  createVpnAgent: { method: 'POST', path: '/admin/vpn/servers/{id}/agents', hasToken: true, key: 'none' },
  admitVpnTunnel: { method: 'POST', path: '/vpn/servers/{id}/agent/admit', hasToken: true, key: 'none' },
  reportVpnTunnels: { method: 'POST', path: '/vpn/servers/{id}/agent/report', hasToken: true, key: 'none' },
  watchVpnSessions: { method: 'POST', path: '/vpn/servers/{id}/agent/watch', hasToken: true, key: 'none' },
  registerPushDevice: { method: 'POST', path: '/notifications/devices', hasToken: true, key: 'none' },
  listPushDevices: { method: 'GET', path: '/notifications/devices', hasToken: true, key: 'none' },
  unregisterPushDevice: { method: 'DELETE', path: '/notifications/devices/{registration_id}', hasToken: true, key: 'none' },
  sendNotification: { method: 'POST', path: '/notifications/send', hasToken: true, key: 'given' },
  listNotifications: { method: 'GET', path: '/notifications/history', hasToken: true, key: 'none' },
  markNotificationRead: { method: 'POST', path: '/notifications/{notification_id}/read', hasToken: true, key: 'none' },
  markAllNotificationsRead: { method: 'POST', path: '/notifications/read-all', hasToken: true, key: 'none' },
  getNotificationPreferences: { method: 'GET', path: '/notifications/preferences', hasToken: true, key: 'none' },
  setNotificationPreferences: { method: 'PUT', path: '/notifications/preferences', hasToken: true, key: 'none' },
  createWebhook: { method: 'POST', path: '/webhooks', hasToken: true, key: 'none' },
  listWebhooks: { method: 'GET', path: '/webhooks', hasToken: true, key: 'none' },
  getWebhookStatistics: { method: 'GET', path: '/webhooks/statistics', hasToken: true, key: 'none' },
  getWebhook: { method: 'GET', path: '/webhooks/{webhook_id}', hasToken: true, key: 'none' },
  updateWebhook: { method: 'PATCH', path: '/webhooks/{webhook_id}', hasToken: true, key: 'none' },
  deleteWebhook: { method: 'DELETE', path: '/webhooks/{webhook_id}', hasToken: true, key: 'none' },
  rotateWebhookSecret: { method: 'POST', path: '/webhooks/{webhook_id}/rotate-secret', hasToken: true, key: 'none' },
  sendTestEvent: { method: 'POST', path: '/webhooks/{webhook_id}/test', hasToken: true, key: 'none' },
  listDeliveries: { method: 'GET', path: '/webhooks/{webhook_id}/deliveries', hasToken: true, key: 'none' },
  listEventDeliveries: { method: 'GET', path: '/events/{event_id}/deliveries', hasToken: true, key: 'none' },
  getDelivery: { method: 'GET', path: '/webhooks/{webhook_id}/deliveries/{delivery_id}', hasToken: true, key: 'none' },
  retryDelivery: { method: 'POST', path: '/webhooks/{webhook_id}/deliveries/{delivery_id}/retry', hasToken: true, key: 'none' },
  recoverDeliveries: { method: 'POST', path: '/webhooks/{webhook_id}/recover', hasToken: true, key: 'none' },
  getRecovery: { method: 'GET', path: '/webhooks/{webhook_id}/recover/{recovery_id}', hasToken: true, key: 'none' },
  listEvents: { method: 'GET', path: '/events', hasToken: true, key: 'none' },
  getEvent: { method: 'GET', path: '/events/{event_id}', hasToken: true, key: 'none' },
  getRefundHistory: { method: 'GET', path: '/audit/refunds/{refund_id}', hasToken: true, key: 'none' },
  getAuditRecord: { method: 'GET', path: '/audit/{family}/{id}', hasToken: true, key: 'none' },
  searchAudit: { method: 'GET', path: '/audit/search', hasToken: true, key: 'none' },
  exportAudit: { method: 'GET', path: '/audit/export', hasToken: true, key: 'none', returns: 'file' },
  getAuditProof: { method: 'GET', path: '/audit/{family}/{id}/proof', hasToken: true, key: 'none' },
  getAuditStatus: { method: 'GET', path: '/audit/status', hasToken: true, key: 'none' },
  eraseSubject: { method: 'POST', path: '/admin/subjects/{user_id}/erase', hasToken: true, key: 'none' },
  listErasures: { method: 'GET', path: '/admin/subjects', hasToken: true, key: 'none' },
  getSubject: { method: 'GET', path: '/admin/subjects/{user_id}', hasToken: true, key: 'none' },
  exportSubject: { method: 'GET', path: '/admin/subjects/{user_id}/export', hasToken: true, key: 'none' },
  getSettings: { method: 'GET', path: '/settings', hasToken: true, key: 'none' },
  getInstallationStatus: { method: 'GET', path: '/admin/status', hasToken: true, key: 'none' },
  reconcileStatement: { method: 'POST', path: '/reconciliation/statements', hasToken: true, key: 'none', sends: 'file' },
  verifyExport: { method: 'POST', path: '/audit/verify', hasToken: true, key: 'none', sends: 'file' },
} as const

/** The error catalogue. */
export type KnownErrorCode =
  | 'INVALID_REQUEST'
  | 'NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'REQUEST_TIMEOUT'
  | 'CONFLICT'
  | 'PAYLOAD_TOO_LARGE'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'RATE_LIMIT_EXCEEDED'
  | 'HEADERS_TOO_LARGE'
  | 'INTERNAL_ERROR'
  | 'SERVICE_UNAVAILABLE'
  | 'AUTH_001'
  | 'AUTH_002'
  | 'AUTH_003'
  | 'AUTH_004'
  | 'INVALID_FILTER_PARAMS'
  | 'INVALID_DATE_RANGE'
  | 'FRAUD_001'
  | 'FRAUD_002'
  | 'FRAUD_003'
  | 'FRAUD_004'
  | 'FRAUD_005'
  | 'FRAUD_006'
  | 'REFUND_001'
  | 'REFUND_002'
  | 'REFUND_003'
  | 'REFUND_004'
  | 'REFUND_005'
  | 'REFUND_006'
  | 'REFUND_007'
  | 'REFUND_008'
  | 'REFUND_009'
  | 'REFUND_010'
  | 'IDEMPOTENCY_IN_PROGRESS'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'EMAIL_001'
  | 'EMAIL_002'
  | 'EMAIL_003'
  | 'EMAIL_004'
  | 'EMAIL_005'
  | 'EMAIL_006'
  | 'EMAIL_007'
  | 'URL_001'
  | 'URL_002'
  | 'URL_003'
  | 'URL_004'
  | 'URL_005'
  | 'VPN_001'
  | 'VPN_002'
  | 'VPN_003'
  | 'VPN_004'
  | 'VPN_005'
  | 'VPN_006'
  | 'VPN_007'
  | 'VPN_008'
  | 'DARKWEB_001'
  | 'DARKWEB_002'
  | 'DARKWEB_003'
  | 'DARKWEB_004'
  | 'DARKWEB_005'
  | 'NOTIF_001'
  | 'NOTIF_002'
  | 'NOTIF_003'
  | 'NOTIF_004'
  | 'NOTIF_005'
  | 'NOTIF_006'
  | 'NOTIF_007'
  | 'NOTIF_008'
