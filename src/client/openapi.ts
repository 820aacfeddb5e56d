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
         * The process answers
         * @description Answers as long as the process can: restart it when it does not. It says nothing about what the process depends on.
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
         * @description Says whether every part that is configured works, part by part, so that a load balancer sends requests here or elsewhere. 503 names what does not work; ask again after `Retry-After`.
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
         * @description Opens a session and answers with its tokens. An address that is not known, a wrong password and a user who may not come in get the same AUTH_001: do not repeat it unchanged, because wrong passwords lock the account for a while (AUTH_004, with the seconds in `Retry-After`). Log in once and keep the tokens.
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
         * @description Gives another access token for an open session, with the scopes that its user has now; the refresh token stays the same. Do it shortly before the access token expires. AUTH_001 means that the session was ended, AUTH_002 that its 30 days are over: log in again.
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
         * @description Ends the session that a Bearer token or a refresh token names, so that neither works any more. Ending it again is no error. AUTH_001 means that no token of a session was sent.
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
         * @description Tells whose token it is and what it may do. AUTH_001 means that the session was ended, AUTH_002 that the access token has expired and is to be refreshed.
         *
         *     Needs an access token, of any scope.
         */
        get: operations["me"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
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
         * Change the own password; every session, key and linked login ends
         * @description Sets another password for the current user, who proves to know the present one. Every session ends, this one too, as do all keys and linked logins: log in again, and register keys and link accounts anew. AUTH_001 means that the present password is wrong, AUTH_004 that it was wrong too often.
         *
         *     Needs an access token of a user, of any scope; that of a service account gets AUTH_003.
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
         * Public keys that verify our tokens and the exports of the audit
         * @description Publishes the keys that access tokens are signed with (`ES256` alone) and those of the audit (`EdDSA`), for whoever verifies them without asking. Keep them for as long as `Cache-Control` says; a new key is published before it signs.
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
         * @description Gives a nonce to put into the request for an id token of Google or Apple, so that the token is good for one login only. It is good once and for ten minutes; ask for another one afterwards.
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
         * @description Opens a session for the user whom an id token of Google or Apple names. The account is recognised by its link; the first time, by an address that the provider itself answers for. Accounts of users are never made here: AUTH_001 means that the token is not good or nobody is known by it. CONFLICT means that the address alone is no proof: log in another way and link the account first.
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
         * @description Lets a Google or Apple account log the current user in, until the password is changed. AUTH_001 means that the id token is not good or was used before: get a fresh one. CONFLICT means that the account belongs to another user.
         *
         *     Needs an access token of a user, of any scope; that of a service account gets AUTH_003.
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
         * @description Lists the Google and Apple accounts that are linked to the current user, ended ones included. The list is behind what was just written by well below a second.
         *
         *     Needs an access token of a user, of any scope; that of a service account gets AUTH_003.
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
         * Take a Google or Apple account away from the current user
         * @description Takes a Google or Apple account away from the current user; it logs nobody in until it is linked again. Sessions that it opened stay open. NOT_FOUND means that the user has no such account.
         *
         *     Needs an access token of a user, of any scope; that of a service account gets AUTH_003.
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
         * A challenge to sign, good once
         * @description Gives a challenge to sign, for a login with the key that the body names, or for a registration when it names none. It is good once and for two minutes; an unknown key gets one as well, which is good for nothing.
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
         * @description Registers a key of a device, or a WebAuthn key, that logs the current user in until the password is changed. The user proves to hold it by signing a fresh challenge. AUTH_001 means that the proof is wrong: ask for another challenge. INVALID_REQUEST means that the key is no P-256 key, CONFLICT that it is registered already.
         *
         *     Needs an access token of a user, of any scope; that of a service account gets AUTH_003.
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
         * @description Opens a session for the user whose key signed the challenge. The challenge is used up whatever follows. AUTH_001 means that something is wrong, without saying what; ask for another challenge. Five wrong signatures in a row disable a key.
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
         * @description Lists the keys of the current user, disabled and ended ones included. The list is behind what was just written by well below a second.
         *
         *     Needs an access token of a user, of any scope; that of a service account gets AUTH_003.
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
         * Take a key away from the current user
         * @description Takes a key away from the current user; it logs nobody in any more. Sessions that it opened stay open. NOT_FOUND means that the user has no such key.
         *
         *     Needs an access token of a user, of any scope; that of a service account gets AUTH_003.
         */
        delete: operations["removeCredential"];
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
         * @description Lists clients page by page, the oldest first; the last id of a page is the `after` of the next one. Only administrators of the platform's own client may do this, others get AUTH_003. The list is behind what was just written by well below a second.
         *
         *     Needs the scope `users:admin`.
         */
        get: operations["listClients"];
        put?: never;
        /**
         * Onboard a client
         * @description Makes a client known, an organisation that integrates the API; register its users next. Only administrators of the platform's own client may do this, others get AUTH_003.
         *
         *     Needs the scope `users:admin`.
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
         * @description Reads a client as it stands at this moment. NOT_FOUND means that there is none, or that it is not the caller's to see.
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
         * Change the terms of a client, or lock it out
         * @description Changes what the body names and leaves the rest. A disabled client is locked out: none of its users may come in, their tokens stop working, and nothing is sent to its endpoints until it is active again. `status: disabled` is answered after three seconds, when no process begins a request to its endpoints any more; a request that is under way ends. Other rate limits hold at once. Only administrators of the platform's own client may do this, others get AUTH_003.
         *
         *     Needs the scope `users:admin`.
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
         * @description Lists the users of a client page by page; the last id of a page is the `after` of the next one. With `email` it finds the one user with that address, as of this moment; the list itself is behind what was just written by well below a second.
         *
         *     Needs the scope `users:admin`.
         */
        get: operations["listUsers"];
        put?: never;
        /**
         * Give somebody an account
         * @description Makes a user of a client known, who can log in at once. CONFLICT means that somebody is registered with this address, NOT_FOUND that there is no such client or that it is not the caller's to manage.
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
         * @description Reads a user as it stands at this moment. NOT_FOUND means that there is none, or that it is not the caller's to see.
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
         * @description Changes what the body names and leaves the rest. Another password ends every session, key and linked login of the user and opens an account that was locked; disabling ends the sessions. A token keeps the scopes of its role until it expires, within the hour. NOT_FOUND means that there is no such user, or that it is not the caller's to manage, CONFLICT that the user is restricted because their erasure was asked for, or was erased: register the address anew then.
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
         * @description What machines of the client log in with, revoked and expired ones too; never a secret. The list follows a change within a
         *     moment; `GET …/{service_account_id}` is of this moment.
         *
         *     - 400 INVALID_REQUEST: mend the parameter that `details` names.
         *     - 404 NOT_FOUND: there is no such client, or it is not yours to administer.
         *     - 503 SERVICE_UNAVAILABLE: the list is being built: ask again after `Retry-After` seconds.
         *
         *     Needs the scope `users:admin`.
         */
        get: operations["listServiceAccounts"];
        put?: never;
        /**
         * Give a machine a login of its own
         * @description Makes a service account, which is active at once. It logs in at `POST /api/auth/login` with `email` and, as `password`,
         *     `secret`; its tokens carry exactly the chosen scopes, are refreshed as those of users, and say `service_account` as
         *     role. The secret is in this answer alone: store it now; who lost it makes another account and revokes this one, which
         *     is also how a secret is replaced. 60 logins a minute are let in (then AUTH_004); wrong secrets lock nothing.
         *
         *     - 400 INVALID_REQUEST: mend the field that `details` names.
         *     - 403 AUTH_003: with `details.scopes`, these are not yours to give: leave them out. With `details.required_scope`, ask an administrator.
         *     - 404 NOT_FOUND: there is no such client, or it is not yours to administer.
         *     - 409 CONFLICT: the client has 50 accounts that are active: revoke one first.
         *     - 503 SERVICE_UNAVAILABLE: it may have been made all the same: look at the list, and revoke the one whose secret you never saw.
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
         * @description As it stands now, without its secret. 404 NOT_FOUND: there is none of this id, or its client is not yours to administer.
         *
         *     Needs the scope `users:admin`.
         */
        get: operations["getServiceAccount"];
        put?: never;
        post?: never;
        /**
         * Revoke a service account
         * @description It logs in no more and refreshes nothing from this moment on, and its access tokens are refused within 5 seconds. For good;
         *     revoking it again changes nothing and answers the same.
         *
         *     - 404 NOT_FOUND: there is none of this id, or its client is not yours to administer.
         *     - 503 SERVICE_UNAVAILABLE: it may or may not have been revoked: repeat it.
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
        get?: never;
        put?: never;
        /**
         * Record one transaction, or up to 1,000
         * @description Makes transactions known, so that they can be refunded: one as an object, or up to 1,000 as an array. The same content again counts as a duplicate and changes nothing, so the request can be repeated at any time. CONFLICT means that an id is recorded with other content, INVALID_REQUEST that a field is not valid; in both cases nothing of the request was recorded, and `details` name the place.
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
         * One transaction, with what is left of it to refund and its refunds
         * @description Shows the transaction as it was recorded, what a refund request could have of it now, and its newest refunds. It is answered from what refund requests are decided by: a refund that was answered is in it at once, and a request for more than `refundable_amount` is refused with REFUND_007 or REFUND_008. `404` is answered for an id that was not recorded by your client.
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
         * Request a refund of a transaction, or of a part of it
         * @description Reserves the amount of the transaction and records the refund, which is `pending` for a moment in which it can be cancelled, then goes to the payment network: follow it by webhooks or by reading it. Several refunds of one transaction may add up to its amount. Repeat the request with the same Idempotency-Key whenever its outcome is unknown; a request that was refused does not use up its key. After REFUND_002 record the transaction first, after REFUND_008 ask for what `details.remaining` says, after REFUND_009 wait and repeat, after IDEMPOTENCY_IN_PROGRESS read the refund that `details.refund_id` names.
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
         * @description Lists your client's refunds page by page, newest first. The list is behind what was just written by well below a second; read a single refund for what holds now. Filters are combined; one that is not known or not valid is refused with REFUND_001 rather than left out.
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
         * One refund
         * @description Reads a refund as it stands at this moment, from its own history and not from a list. Poll it at most every few seconds, or better subscribe an endpoint to `refund.*`. REFUND_003 means that your client has no such refund.
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
         * @description Calls off a refund that is still `pending`; what it held of its transaction is free again and nothing is paid. REFUND_006 means that it is cancelled already, or that it is too late: then the payment network has it, so wait for its outcome or have it voided.
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
         * Try a failed refund again
         * @description Pays a `failed` refund once more, to the same account or to a corrected one of the same beneficiary. The amount is reserved anew, because the failure gave it back: REFUND_007 and REFUND_008 say that other refunds have taken it since. REFUND_006 means that the refund is not failed, that it was retried five times already, or that the payment network has said since that it paid. After REFUND_009 wait and repeat.
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
         * Void a refund; money that moved is asked back
         * @description Declares a refund void, whatever became of it, unless it was cancelled. One that was not paid is never paid; one that was is asked back from the beneficiary: `reversal_status` says how far that is, and `refund.voided` is sent at each change. REFUND_006 means that the refund was cancelled or is void already. AUTH_003 with a reason means that somebody else than its creator must void it.
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
    "/reconciliation/flags": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what the payment network says otherwise, newest first
         * @description Lists the flags of your client page by page, those that nobody has resolved unless `status` says otherwise. Why one was resolved is told by `GET /audit/reconciliations/{flag_id}`.
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
         * Say why nothing is left to do about a flag
         * @description Records what was found out and done about a discrepancy; no money moves by it. The flag stays in the audit, with who resolved it and why, and no statement that tells the same raises it again. CONFLICT means that it was resolved for another reason.
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
         * @description Streams what the sandbox network paid, refused and took back for your client within a period, as `POST /reconciliation/statements` takes it. It is there only where the sandbox pays.
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
         * Score a transaction as it is made
         * @description Scores one transaction by what is known of its user, merchant and device at its own time, and records transaction and score before it answers. The same request again answers what was recorded, with `Idempotent-Replayed: true`, and counts nothing twice: repeat it whenever its outcome is unknown, as after SERVICE_UNAVAILABLE, which comes after 5 s. CONFLICT means that the id is recorded with other content. A transaction that is older than 30 days before the newest of its user is scored and counts in no window; one of more than 5 minutes ahead is refused.
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
         * Why a transaction was scored as it was
         * @description Reads what was recorded with the score: what the model saw and what each group of features added, which rules fired, which lists and thresholds held. NOT_FOUND means that your client has no such transaction, or that it was never scored.
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
         * @description Tells the scores of transactions that your client has recorded, the newest first, page by page: send `next_cursor` as `pagination.cursor` with the same filters and options until `has_more` is false. A transaction that was scored in real time shows the score it was answered. One that was only recorded is scored as it would have been when it was recorded, by what its user had done until then and what was known at its time, with the model, rules and lists of now. Nothing is recorded, and no alert is opened. NOT_FOUND means that no transaction of your client has that user or account, FRAUD_003 that it has no such transaction: `details` name them. A field that is not listed here is refused: a misspelt filter would score everything.
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
         * Report what one transaction turned out to be, or up to 1,000
         * @description Records what was found out of transactions: one as an object, or up to 1,000 as an array. Later scores go by it, those of transactions made at `reported_at` or later; a score that was given stays as it is. Of several outcomes of a transaction the one with the newest `reported_at` stands, of the same time the last one. The same again counts as a duplicate and changes nothing, so the request can be repeated at any time. FRAUD_003 means that a transaction is not known, `details.transaction_ids` names all of them; INVALID_REQUEST that a field is not valid; in both cases nothing of the request was recorded, and `details` name the place.
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
         * What is let through and what is stopped
         * @description Entries of your client's lists that have not expired, newest first.
         *
         *     Needs the scope `fraud:review`.
         */
        get: operations["listFraudLists"];
        put?: never;
        /**
         * Let something through, or stop it
         * @description Adds an entry that holds for every score from now on, whatever the model and the rules say. CONFLICT means that the value is on the list already; `details.entry_id` names the entry.
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
         * Take an entry off a list
         * @description Scores from now on do not go by the entry any more; those that were made keep it in their record.
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
         * What scores are measured by
         * @description Your client's alert thresholds and recommendations, with what holds for everybody left out.
         *
         *     Needs the scope `fraud:review`.
         */
        get: operations["getFraudPolicy"];
        /**
         * Set what scores are measured by
         * @description Replaces the whole policy; scores from now on go by it and record its version. With `version`, CONFLICT means that another one has been set since. `set_at` and `set_by` are ignored, so that a policy that was read can be changed and sent back; any other field that is not listed here is refused, because a misspelt one would set what holds for everybody.
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
         * Models and how they do
         * @description Lists the models that the process has which answers: the one that the release brings, those in the folder that FRAUD_MODELS names, and what is live or in the shadow without a file there. Only administrators of the platform's own client may do this, others get AUTH_003.
         *
         *     Needs the scope `fraud:admin`.
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
         * Let a model score
         * @description Makes a model the one that scores: in the process that was asked at once, in others within a second or two. The one before becomes available. CONFLICT for one that was retired, which is looked at in the shadow first, and for a file that can't score or is not the one that stands under this version. Only administrators of the platform's own client may do this, others get AUTH_003.
         *
         *     Needs the scope `fraud:admin`.
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
         * Let a model score unheard
         * @description Lets a model score beside the live one, in place of another in the shadow. What it says is recorded and never answered. CONFLICT for the live one, and for a file that can't score or is not the one that stands under this version. Only administrators of the platform's own client may do this, others get AUTH_003.
         *
         *     Needs the scope `fraud:admin`.
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
         * Take a model out of use
         * @description Takes a model out of the shadow, and keeps it from being promoted by mistake. CONFLICT for the live one: promote another first. Only administrators of the platform's own client may do this, others get AUTH_003.
         *
         *     Needs the scope `fraud:admin`.
         */
        post: operations["retireFraudModel"];
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
         * @description Lists your client's alerts page by page: those that nobody has resolved unless `status` says otherwise, the newest or the highest score first. Filters are combined; one that is not known or not valid is refused rather than left out. A cursor belongs to its filters and sort.
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
         * @description Reads an alert as it stands at this moment, from its own history and not from a list, with the refunds that name it in `alert_id`. NOT_FOUND means that your client has no such alert.
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
         * Say who takes care of an alert
         * @description Gives an alert to somebody, or takes it from everybody. Without a body it is the user of the token. The same again changes nothing; CONFLICT means that it is resolved.
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
         * Say that an alert can't wait
         * @description Hands an alert on; `fraud.escalated` is sent. The same request again changes nothing. CONFLICT means that it is escalated already or resolved: `details` say which.
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
         * Record what the transaction turned out to be
         * @description Closes an alert with an outcome and what was found out; `fraud.resolved` is sent. No money moves by it. The same request again changes nothing; CONFLICT means that it is resolved with another outcome or note: reopen it first.
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
         * Put a resolved alert back into the queue
         * @description Withdraws what was decided: the alert is in the queue again, with whoever took care of it. The same request again changes nothing; CONFLICT means that it is not resolved.
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
         * @description Analyses one message, and records what was found before it answers. `message_id` and `device_id` again within 24 hours with the same text answer what was recorded, with `Idempotent-Replayed: true`, and are not charged; with another text they are CONFLICT. The `X-RateLimit` headers tell the quota of the calendar month, which a message counts in once; RATE_LIMIT_EXCEEDED with `details.quota` means that it is used up. A consumer analyses what is its own.
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
         * @description Analyses messages, each as if it were alone: one that is not valid fails alone, and one that was analysed within 24 hours is answered as it was then. Charged are those that are new. More of them than the quota of the month has left refuse the request as a whole, and nothing is charged.
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
         * Analyses, the newest first
         * @description Lists your client's analyses page by page, without the messages; a consumer's are its own. Filters are combined; one that is not known or not valid is refused rather than left out. A cursor belongs to its filters.
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
         * One analysis, with its message
         * @description Reads an analysis as it stands at this moment. The message, and what quotes it, is there until it is forgotten: by its time, or with its person. NOT_FOUND means that your client has no such analysis, or that it is not your own.
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
         * Say what a message was
         * @description Records what the message turned out to be, which later models are trained by. The last word counts; the same again changes nothing. What was found stays as it was.
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
    "/vpn/servers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Servers to connect to
         * @description Lists all servers with how much of each is in use, and marks those that are recommended: the least used that are online. What is in use is behind by well below a second.
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
         * Give a device a session on a server
         * @description Takes one of the user's two slots and one of the server's, and answers with credentials and the text that an OpenVPN client connects with. The password is told once: a device whose answer was lost gets VPN_006 with `details.session_id`, ends that session and connects anew. A session lives as long as its device says so: within 120 seconds for the first time, then every 30 seconds. VPN_001 names the user's sessions in `details.active_sessions`, and in `Retry-After` when the first of them ends unless it goes on; VPN_002 names other servers in `details.alternatives`. CONFLICT means that the session was revoked while it was opened. Where the server's `routing` is `full`, nothing of the device leaves beside the tunnel while its OpenVPN runs, also while the server is away. What is sent before that and after that, and what routes of a hostile network draw out, the platform's kill switch must stop: on iOS and macOS `includeAllNetworks`, `enforceRoutes` and an on-demand rule; on Android always-on VPN with "Block connections without VPN" (`isLockdownEnabled()` says whether); on Windows filters of the Windows Filtering Platform, on Linux an nftables `output` chain that drops, both of which let through the server's address and port and the tunnel's device alone.
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
         * @description Ends a session; its slots are free when this is answered. VPN_005 means that it is over already, or somebody else’s.
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
         * Say that a session lives
         * @description Lets the session go on for three times 30 seconds from now, at most until its credentials end; repeating it is harmless. It does not count against the client's plan. VPN_007 means that it came too late: the session is over, connect anew. After a minute and a half that is VPN_005, as for every session that is over.
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
         * Sessions that are open
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
         * Sessions of the past
         * @description Lists the caller's own sessions, with the scope `vpn:use:any` those of all users of the client, open or over, newest first. The list is behind what was just done by well below a second.
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
         * End somebody's session
         * @description Ends a session of any user of the client, of any client for administrators of the platform's own; its slots are free when this is answered. VPN_005 means that there is none, or that it is over.
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
         * Whether a network needs a VPN
         * @description Judges the network that a device is in by what the device saw of it. Nothing of it is kept. Suspicious are a certificate that is not the site’s, two machines that answer for the gateway, a resolver that is neither the network’s own nor one that everybody knows, and a name made to look like another.
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
         * @description Makes a server known, which devices may connect to at once. CONFLICT means that one ever had this number. Only administrators of the platform's own client may do this, others get AUTH_003.
         *
         *     Needs the scope `vpn:admin`.
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
         * @description Changes what the body names and leaves the rest; sessions that are open stay as they are. In maintenance a server takes no new ones, and neither does one whose capacity was set below what it holds. Retired is for good: CONFLICT then. Only administrators of the platform's own client may do this, others get AUTH_003.
         *
         *     Needs the scope `vpn:admin`.
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
         * Give a server's agent a login
         * @description Makes a login for `npm run vpn-agent` beside this server: it sees and changes the sessions of this server, of every client, and nothing else. The secret is in this answer alone. It is listed and revoked among the service accounts of the platform's own client; who lost the secret makes another and revokes this one. CONFLICT means that there are as many service accounts as there may be. Only administrators of the platform's own client may do this, others get AUTH_003.
         *
         *     Needs the scope `vpn:admin`.
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
         * Whether a client may have a tunnel
         * @description Asked by the server's agent when a client connects, and each time that its keys are renewed. VPN_005 means that it may not: the password is wrong, or the session is over, of another server, or was never there. VPN_004 means that the caller is not the agent of this server.
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
         * Tell of tunnels
         * @description Tells which tunnels of the server are up, by which their sessions are connected, and what they carried. A session does not live longer by it, and does not end with its tunnel: that is its device's to say. Repeating it changes nothing. VPN_004 means that the caller is not the agent of this server.
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
         * @description Answers as soon as one of the sessions is over, at once if one is already, and with none after 4 seconds: then ask again. VPN_004 means that the caller is not the agent of this server.
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
         * @description Lists the devices of one user, page by page, without their tokens. A user of whom there are none has an empty list. A consumer sees its own.
         *
         *     Needs the scope `notify:read`.
         */
        get: operations["listPushDevices"];
        put?: never;
        /**
         * Register a device
         * @description Lets notifications of a user reach a device. There is one registration of a device: whoever registers it later has it, with the token that they send. There is one device of a token: registered with another one, it is taken from the device before, which is inactive then. An app does so at each start; the same once more changes nothing. A consumer registers devices as its own; CONFLICT on `device_id` means that the device is another user’s and that the token is not the one that it is registered with, by which a consumer shows that it has the device. What others have analysed for a device is its user’s once somebody who acts for all users registered it; a consumer’s own word gives it nothing of that.
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
         * @description Nothing reaches the device any more, and its token is forgotten by the time that this is answered, until it is registered anew. NOTIF_002 means that it is not registered, or somebody else’s.
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
         * Tell a user something
         * @description Queues a notification for the device of the user that was seen last, or for all of them; push networks are asked after it is answered, so that an outage of theirs delays it and does not refuse it. Repeat the request with the same Idempotency-Key whenever its outcome is unknown. Without a key, the same `data.alert_id` in the same category for the same user within 60 seconds is the same notification. NOTIF_002 means that no device of the user is reached, NOTIF_004 that nobody of that id is known, NOTIF_007 that the client asked too often or that the user was told 60 times in this minute, NOTIF_008 that none of the networks of the devices can be used at present. What is refused uses up no key, and queues nothing. IDEMPOTENCY_KEY_REUSED means that the key is another request’s, or that its notification is forgotten by now, with its user or by its time: use another key.
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
         * What a user was told
         * @description Lists what one user was told, the newest first, with how much of it there is and how much is unread. A user who was told nothing has an empty list. What is told while you leaf through moves the rest back by one. A consumer sees its own.
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
         * @description The user has read it; the same again changes nothing. NOTIF_003 means that there is no such notification, or that it is somebody else’s.
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
         * @description The user has read everything up to now, or of more than 1,000 the oldest: repeat it while `unread_count` is not 0. A consumer does so with its own, and needs no body; every other caller names the user.
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
         * What the service tells users by itself
         * @description Which events your users are told of without anybody sending anything, and when nothing of normal or low priority goes out.
         *
         *     Needs the scope `notify:read`. Only for the roles `integrator`, `admin`; any other caller gets AUTH_003.
         */
        get: operations["getNotificationPreferences"];
        /**
         * Choose what the service tells users by itself
         * @description Sets all of it: what is left out is told, and at any time. Quiet hours hold back whatever has normal or low priority, also what you send: it goes out when they end, in its time to live from then on, and of what takes the place of something else only the newest. What is queued already goes as it was to go.
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
         * @description Lists all endpoints of your client, newest first, without their secrets. What you have just registered, changed or deleted is in it.
         *
         *     Needs the scope `webhooks:manage`.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Register an endpoint; its secret is shown once
         * @description Registers an HTTPS address that events are sent to from now on, and answers with the secret that deliveries are signed with: store it, it is never shown again. Addresses that are not public are refused with INVALID_REQUEST. CONFLICT means that your client has 100 endpoints, which is as many as there may be.
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
    "/webhooks/{webhook_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an endpoint
         * @description Reads an endpoint as it stands at this moment, without its secret. NOT_FOUND means that your client has no such endpoint, or has deleted it.
         *
         *     Needs the scope `webhooks:manage`.
         */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete an endpoint and cancel what waits for it
         * @description Takes the endpoint away for good and cancels what waits for it. A request that is under way may still arrive. Deleting it again is NOT_FOUND.
         *
         *     Needs the scope `webhooks:manage`.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Change an endpoint, or switch it on or off
         * @description Changes what the body names and leaves the rest; the next delivery goes by it. `status` switches the endpoint off and on again: while it is off attempts fail without a request being made, and what failed for good in that time is sent again by a recovery. The secret is changed by a rotation only.
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
         * @description Makes a new secret and answers with it: store it, it is never shown again. Deliveries are signed with it from now on, and with each secret before for 24 hours after it was replaced, so that receivers can be changed one after the other. CONFLICT means that two rotations met, or that five secrets are valid, which is as many as there may be; `details.until` says when the oldest one ends.
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
         * Send a sample event of a type; real data is not touched
         * @description Queues a sample event of any type for this endpoint, subscribed to it or not, with `metadata.test_mode` true. It is signed, sent and retried like any other and counts for nothing; no real data is touched. Read the delivery to see what became of it.
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
         * @description Lists what was sent to the endpoint, or waits for it, newest first, page by page with a cursor. A delivery is listed as soon as the request that caused it is answered. Deliveries are kept for 30 days. INVALID_REQUEST means that a filter or the cursor is not valid.
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
    "/webhooks/{webhook_id}/deliveries/{delivery_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a delivery with its attempts
         * @description Reads a delivery with every attempt: when it was made, how long it took and what the endpoint answered. NOT_FOUND means that the endpoint has no such delivery, or that it is older than 30 days. What was told of a person who is restricted needs the scope `audit:read` too.
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
         * @description Makes one more attempt now, whatever became of the delivery, and answers with the delivery, which is pending until the attempt is over. It does not use up the schedule: when it fails, a waiting delivery waits on, one that failed for good stays failed, and one that succeeded stays so. An attempt that is under way is left alone. What was told of a person who is restricted needs the scope `audit:read` too.
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
         * Send again what failed for good, what was never queued, or all of a stretch of history
         * @description Sends again what the endpoint missed in a span of time, after an outage of yours: deliveries that used up their attempts, or events that were never queued for it, for example because it was not registered yet. They are queued step by step; read the recovery to see how far it is. Receivers drop by event id what they have seen. With `mode: replay` everything of the endpoint’s types is sent once more, whatever became of it, also what is older than 30 days: for a receiver that was restored from a backup, or a new one that starts with history. Each object’s events come in their original order, the next when the one before was taken or given up; deliveries carry `metadata.replay`; a few dozen wait at a time, so that new events do not wait behind history. An endpoint that is off is waited for. People who are restricted are left out. INVALID_REQUEST means that `since` does not lie before `until`.
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
         * See how far a recovery has come
         * @description Reads how far a recovery has come: how many deliveries are queued and whether all are. NOT_FOUND means that the endpoint has no such recovery.
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
         * List events, newest first, whether or not an endpoint wanted them
         * @description Lists what your endpoints were told, or would have been: read it to find what a receiver missed. An event is listed as soon as the request that caused it is answered, and is kept for as long as what it tells of: nothing is dropped after a time.
         *
         *     Pages go by cursor: while new events come, nothing is shown twice and nothing that was there is left out. An event may be listed some seconds after its `created_at`, so let a window begin where the last one ended, less a minute, and drop what you know by its `id`.
         *
         *     Test events of `POST /webhooks/{webhook_id}/test` are not listed. `400` names the filter that is wrong, or a `cursor` that no page gave; `503` says that the list is being built: repeat after `Retry-After`.
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
         * @description Shows one event with the `data` that its deliveries carry. `404` is answered for an id that names no event, a test event, or an event of another client: nothing tells them apart.
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
    "/audit/refunds/{refund_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a refund was at any time, its history, and its hash chain verified
         * @description Reads everything that happened to a refund, who caused it, why and on whose request, with the refund before and after each event, and recomputes the hash chain from the event store: `chain.intact` says whether the history is as it was written. Names and account numbers are not in it, and whatever else was about an erased person reads `[erased]`.
         *
         *     `as_of` asks what it was at a time: the answer is made of the events up to then alone, so that it is the same whenever it is asked; only of a time that is hardly over may an event still be under way. Before its first event a record has no `state`. `revision` asks what it was right after one event, which is exact where several have the same time; one that no event has is NOT_FOUND. The chain is always that of the whole record.
         *
         *     Every answer is recorded before it is given, once for each person of whom it tells: who asked, for what and as of when; `GET /audit/search?object=…` finds it. What can not be recorded is not told. REFUND_003 means that there is no such refund, or that it is another client's.
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
         * @description As `GET /audit/refunds/{refund_id}`, for everything that the service keeps a history of. Transactions go by your own id, service accounts by that of their client, readings of the audit by the `read_id` of their answers.
         *
         *     `as_of` asks what it was at a time: the answer is made of the events up to then alone, so that it is the same whenever it is asked; only of a time that is hardly over may an event still be under way. Before its first event a record has no `state`. `revision` asks what it was right after one event, which is exact where several have the same time; one that no event has is NOT_FOUND. The chain is always that of the whole record.
         *
         *     Every answer is recorded before it is given, once for each person of whom it tells: who asked, for what and as of when; `GET /audit/search?object=…` finds it. What can not be recorded is not told. NOT_FOUND means that there is no such record or no such kind of records, or that it is another client's.
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
         * Search everything that happened, newest first
         * @description Finds events of all records of your client by who caused them, the request that they came with, the person or the record that they are about, their type and their time; filters are combined. Readings of the audit are events too. With `audit:read:any` events of all clients are found, or of the one that `client_id` names.
         *
         *     Pages go by cursor: while new events come, nothing is shown twice and nothing that was there is left out. The search is recorded before it is answered: who searched for what.
         *
         *     `400` names the filter that is wrong; `503` says that the history is being built: repeat after `Retry-After`. NOT_FOUND means that `client_id` is not for you to see.
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
         * @description Streams every event that was asked for, in the order in which they were recorded, with all that is needed to compute its hash again; what is sealed stays sealed. People who are restricted are not in it; of those who were erased what is about them is left out, and `redacted` says so: their places in the chain verify. The last line is the manifest: counts, digests and the signature. A file without it is not whole: something failed on the way, so ask again.
         *
         *     Events of your client are exported, with `audit:read:any` those of all clients or of the one that `client_id` names. Up to the first event that was asked for nothing is sent while the log is read. `POST /audit/verify`, `npm run audit -- verify` and the program in `src/modules/audit/README.md` check such a file.
         *
         *     Who exported what is recorded before it begins. Two exports of a client at a time are enough for a process: RATE_LIMIT_EXCEEDED says so. NOT_FOUND means that `client_id` is not for you to see.
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
         * @description While there is something new, a checkpoint is made and signed every minute: a Merkle head over the last events of all streams, which is kept in places that the event store does not own. The answer leads from the record to the newest one.
         *
         *     To verify it: the leaf is SHA-256 over a zero byte and `{"hash":…,"revision":…,"stream":…}` with the values of the answer and no blanks; with `leaf`, `path` and `checkpoint.streams` it leads to `checkpoint.head` as in RFC 9162, section 2.1.3.2; the signature is verified with the key `checkpoint.key_id` of `/.well-known/jwks.json`, over the RFC 8785 form of the checkpoint without `signature`. `npm run audit -- verify-proof FILE` does all of it. `hash` is the `hash` of the event at `revision` in the history.
         *
         *     503 means that no checkpoint covers the record yet; come back after `Retry-After`. Every answer is recorded before it is given.
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
         * Have everything erased that is held of a person
         * @description Asks for the erasure of a beneficiary of your client, or of a user of this service, and answers, after a second in which every process learns of it, how far it has come; read it again to see the rest. From the answer on the person is restricted: not listed, not exported, read with the scope `audit:read` only, and REFUND_010 for a new refund or a retry. Refunds that are under way end first, so that nobody loses money that is on its way.
         *
         *     Then, under a duty to retain, the data are kept for `RETENTION_YEARS` after the last refund closed. Otherwise the keys are deleted that everything about the person is sealed with, and whatever read models show becomes `[erased]`; within a minute nobody can open anything any more. Histories and their hashes stay whole.
         *
         *     Asking again changes nothing, but for a duty to retain, which holds up an erasure that has not begun, and for what came since. `404` means that nothing is held of such a person.
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
    "/admin/subjects/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How the erasure of a person stands
         * @description Reads whether the erasure of a person was asked for, why and by whom, and how far it has come. `404` means that nothing is held of such a person, and nothing was.
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
         * What is held about a person, to give it to them
         * @description Gives everything that is held about a person, page by page: each refund, transaction, session and so on with all that was recorded, and what is sealed open. Full account numbers and hashes of passwords are not in it: they are given to nobody. For a restricted person the scope `audit:read` is needed too. What was erased reads `[erased]`.
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
         * @description Takes a statement of any size, as JSON line by line or CSV, and compares it with what is recorded of the refunds of your client, in both directions. Fields of a line are `type` (transfer or reversal), `key` (what the network was given: refund and attempt, `rf_…:0`), `reference`, `status` (succeeded or rejected, of a reversal completed or failed), `amount` in major units, `currency` and `at`; others are ignored. The first line may be `{"format": "payment-statement/1", "from": …, "to": …}` (in CSV `#payment-statement/1,FROM,TO`), and the last one must then be `{"end": true, "lines": N}` (`#end,N`); without it, say the period in the query.
         *
         *     Nothing is paid, taken back or corrected by it. Every discrepancy is flagged once, whichever statements tell it how often, so a repeat is harmless, also after an answer that was lost: the audit of the refund shows the flag until somebody resolves it. What must be in the statement is money that moved: it is missing when it was both asked for and recorded within the period, save `leeway_s` at its edges. `undecided` counts what was not, and `decided_by` is the period that a statement has to cover to decide it: let statements overlap by twice `leeway_s` and the longest time that a payment takes, and nothing falls between them. Refusals are compared where they are listed.
         *
         *     A statement with a line that is wrong is refused as a whole, before anything is compared: `details` name the line, the field and the reason. One reconciliation of a client at a time is enough for a process: RATE_LIMIT_EXCEEDED says so.
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
         * Check an exported file
         * @description Takes a file as `GET /audit/export` gave it, of any size, and says whether it is as it was signed: every hash is computed again, every event must follow from the one before it in its stream, and counts, digests and the signature of the manifest must fit. The answer comes when the whole file is there.
         *
         *     `intact` false is an answer, not a refusal: `problem` names the first line that is wrong. Nothing of the file is kept. Two verifications of a client at a time are enough for a process: RATE_LIMIT_EXCEEDED says so.
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
         * @description A transaction was scored as fraud in real time: an alert was opened. Sent as POST to each endpoint that subscribes to the type. Verify the signature over the raw body, drop what you have seen already by its event id, answer with a 2xx status within 30 seconds, and do the work afterwards: anything else is taken for a failure and tried again on the schedule of “Retries”.
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
         * @description A fraud alert was resolved, by an analyst or by a rule. Sent as POST to each endpoint that subscribes to the type. Verify the signature over the raw body, drop what you have seen already by its event id, answer with a 2xx status within 30 seconds, and do the work afterwards: anything else is taken for a failure and tried again on the schedule of “Retries”.
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
         * @description A fraud alert can’t wait: its score says so, it is one of several of its user, or an analyst handed it on. Sent as POST to each endpoint that subscribes to the type. Verify the signature over the raw body, drop what you have seen already by its event id, answer with a 2xx status within 30 seconds, and do the work afterwards: anything else is taken for a failure and tried again on the schedule of “Retries”.
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
         * @description The score of a fraud alert changed by 0.05 or more, or its level did. Sent as POST to each endpoint that subscribes to the type. Verify the signature over the raw body, drop what you have seen already by its event id, answer with a 2xx status within 30 seconds, and do the work afterwards: anything else is taken for a failure and tried again on the schedule of “Retries”.
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
         * @description A refund was requested and is pending. Sent as POST to each endpoint that subscribes to the type. Verify the signature over the raw body, drop what you have seen already by its event id, answer with a 2xx status within 30 seconds, and do the work afterwards: anything else is taken for a failure and tried again on the schedule of “Retries”.
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
         * @description The payment network was given a refund; sent again for each retry. Sent as POST to each endpoint that subscribes to the type. Verify the signature over the raw body, drop what you have seen already by its event id, answer with a 2xx status within 30 seconds, and do the work afterwards: anything else is taken for a failure and tried again on the schedule of “Retries”.
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
         * @description The beneficiary has the money. Sent as POST to each endpoint that subscribes to the type. Verify the signature over the raw body, drop what you have seen already by its event id, answer with a 2xx status within 30 seconds, and do the work afterwards: anything else is taken for a failure and tried again on the schedule of “Retries”.
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
         * @description The payment network refused a refund, with the reason; it can be retried. Sent as POST to each endpoint that subscribes to the type. Verify the signature over the raw body, drop what you have seen already by its event id, answer with a 2xx status within 30 seconds, and do the work afterwards: anything else is taken for a failure and tried again on the schedule of “Retries”.
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
         * @description A pending refund was called off before it was paid. Sent as POST to each endpoint that subscribes to the type. Verify the signature over the raw body, drop what you have seen already by its event id, answer with a 2xx status within 30 seconds, and do the work afterwards: anything else is taken for a failure and tried again on the schedule of “Retries”.
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
         * @description A refund was voided; sent again when its transfer settles after all, and when its reversal is completed or fails. Sent as POST to each endpoint that subscribes to the type. Verify the signature over the raw body, drop what you have seen already by its event id, answer with a 2xx status within 30 seconds, and do the work afterwards: anything else is taken for a failure and tried again on the schedule of “Retries”.
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
         * @description Data of a user was found in a leak. It is declared and not emitted yet: only test events of it are sent. Sent as POST to each endpoint that subscribes to the type. Verify the signature over the raw body, drop what you have seen already by its event id, answer with a 2xx status within 30 seconds, and do the work afterwards: anything else is taken for a failure and tried again on the schedule of “Retries”.
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
         * @description An e-mail to a user was found to be phishing. It is declared and not emitted yet: only test events of it are sent. Sent as POST to each endpoint that subscribes to the type. Verify the signature over the raw body, drop what you have seen already by its event id, answer with a 2xx status within 30 seconds, and do the work afterwards: anything else is taken for a failure and tried again on the schedule of “Retries”.
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
         * @description A message was found to be phishing, with an address that is malicious. Sent as POST to each endpoint that subscribes to the type. Verify the signature over the raw body, drop what you have seen already by its event id, answer with a 2xx status within 30 seconds, and do the work afterwards: anything else is taken for a failure and tried again on the schedule of “Retries”.
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
         * @description A call to a user was blocked as spam. It is declared and not emitted yet: only test events of it are sent. Sent as POST to each endpoint that subscribes to the type. Verify the signature over the raw body, drop what you have seen already by its event id, answer with a 2xx status within 30 seconds, and do the work afterwards: anything else is taken for a failure and tried again on the schedule of “Retries”.
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
         * @description The service switched an endpoint off, because it failed for seven days or answered 410; told to the client’s other endpoints. Sent as POST to each endpoint that subscribes to the type. Verify the signature over the raw body, drop what you have seen already by its event id, answer with a 2xx status within 30 seconds, and do the work afterwards: anything else is taken for a failure and tried again on the schedule of “Retries”.
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
         * @description All attempts to deliver an event to an endpoint failed; told to the client’s other endpoints. Sent as POST to each endpoint that subscribes to the type. Verify the signature over the raw body, drop what you have seen already by its event id, answer with a 2xx status within 30 seconds, and do the work afterwards: anything else is taken for a failure and tried again on the schedule of “Retries”.
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
        /** @description A fraud alert as it stands at this moment. */
        AlertRecord: {
            /** @description The alert: `alr_` and a UUID, 40 characters. */
            alert_id: string;
            /**
             * @description Where the alert stands: open, escalated (it can’t wait), reopened (it was resolved and is in doubt again), or resolved.
             * @enum {string}
             */
            status: "open" | "escalated" | "reopened" | "resolved";
            /** @description Your own id of the transaction; `[erased]` once its user is. */
            transaction_id: string;
            /** @description Your own id of the user; `[erased]` once they are. */
            user_id: string;
            /** @description Amount of the transaction in major units of its currency. */
            amount: number;
            /** @description ISO 4217 code of the amount, three upper-case letters. */
            currency: string;
            /** @description What kind of transaction it is: transfer, payment, withdrawal, deposit, refund. */
            operation_type: string;
            /** @description When the transaction was made, by your word; ISO 8601, UTC, milliseconds. */
            transaction_timestamp: string;
            /** @description From 0 to 1, four decimals; the newest one. */
            fraud_score: number;
            /**
             * @description The score in words.
             * @enum {string}
             */
            fraud_level: "low" | "medium" | "high" | "critical";
            /**
             * @description What to do with the transaction.
             * @enum {string}
             */
            recommendation: "approve" | "review" | "challenge" | "deny";
            /** @description What the score was raised by, the weightiest first. */
            risk_factors: components["schemas"]["RiskFactor"][];
            /** @description The alert threshold that its first score reached. */
            threshold_applied: number;
            /** @description What scored it last, as v<major>.<minor>.<patch>; major 0 is the set of rules. */
            model_version: string;
            /** @description When it was scored first; ISO 8601, UTC, milliseconds. */
            detected_at: string;
            /** @description When the alert was opened; ISO 8601, UTC, milliseconds. */
            opened_at: string;
            /** @description When it last changed; ISO 8601, UTC, milliseconds. */
            updated_at: string;
            /** @description Whole seconds since it was opened, as of this answer; of a resolved one, until it was resolved. */
            age_seconds: number;
            /** @description Who takes care of it; null while nobody does. */
            assigned_to: string | null;
            /** @description Why it can’t wait; null when it can. */
            escalation: {
                /**
                 * @description What says so: the score, several alerts of the user within 24 hours, or an analyst.
                 * @enum {string}
                 */
                by: "score" | "pattern" | "analyst";
                /** @description In the words of whoever did it; null when nobody said any. */
                note: string | null;
                /** @description When it was escalated; ISO 8601, UTC, milliseconds. */
                escalated_at: string;
                /** @description Who escalated it: a user or machine, or the service itself. */
                escalated_by: string;
            } | null;
            /** @description What was decided; null while nothing is. */
            resolution: {
                /**
                 * @description What the transaction turned out to be.
                 * @enum {string}
                 */
                outcome: "confirmed_fraud" | "legitimate";
                /** @description The rule that resolved it: an outcome of the transaction was reported; null when an analyst did. */
                rule: "outcome_reported" | null;
                /** @description In the words of whoever did it; null when nobody said any. */
                note: string | null;
                /** @description When it was resolved; ISO 8601, UTC, milliseconds. */
                resolved_at: string;
                /** @description Who resolved it: a user or machine, or the service itself. */
                resolved_by: string;
            } | null;
            /** @description The last time it was put back into the queue; null when it never was. */
            reopening: {
                /** @description In the words of whoever did it; null when nobody said any. */
                note: string | null;
                /** @description When it was reopened; ISO 8601, UTC, milliseconds. */
                reopened_at: string;
                /** @description Who reopened it: a user or machine, or the service itself. */
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
                /** @description With which it was requested. */
                reason: string;
                /** @description When it was requested; ISO 8601, UTC, milliseconds. */
                created_at: string;
            }[];
            /** @description Whether older refunds name it too. */
            has_more_refunds: boolean;
        };
        /** @description A page of transactions with their scores. Nothing was recorded for it. */
        BatchScores: {
            /** @description What there is. */
            summary: {
                /** @description Transactions that the filters fit, before `options.limit`; counted with the first page. */
                total: number;
                /** @description Transactions of this page. */
                returned: number;
                /** @description How many of them are alerts. */
                alerts: number;
                /** @description The same as a part of `returned`, four decimals; 0 of an empty page. */
                alert_rate: number;
                /** @description Of this request, milliseconds. */
                processing_time_ms: number;
                /** @description What scores now. Recorded scores may be by others: see their decisions. */
                model_version: string;
            };
            /** @description The newest first, by their own time. */
            transactions: {
                /** @description Your own id of the transaction. */
                transaction_id: string;
                /** @description As it was recorded, or else as it would have been scored when it was recorded. */
                fraud_score: number;
                /**
                 * @description Of the score.
                 * @enum {string}
                 */
                fraud_level: "low" | "medium" | "high" | "critical";
                /** @description Whether the score reaches `threshold_applied`; never of one that your lists allow. */
                is_alert: boolean;
                /** @description What the score was measured by. */
                threshold_applied: number;
                /** @description Why; empty where reasons were not asked for. */
                risk_factors: components["schemas"]["RiskFactor"][];
            }[];
            /** @description Where this page stands among the others. */
            pagination: {
                /** @description For the next page; null on the last. */
                next_cursor: string | null;
                /** @description Whether there is another page. */
                has_more: boolean;
                /** @description Pages of this size that `total` transactions make, or `limit` where that is less. */
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
             * @description How often the client may ask; “Rate limits” lists the numbers of each tier.
             * @enum {string}
             */
            tier: "A" | "B" | "C";
            /** @description Rate limits in place of the tier's; null means the tier's. */
            agreed_limit: {
                /** @description Requests a minute, at least 1. */
                per_minute: number;
                /** @description Requests a UTC day, at least 1; null means no limit for a day. */
                per_day: number | null;
            } | null;
            /** @description How many messages may be analysed, in place of the tier's number; null means the tier's. */
            sms_quota: {
                /** @description Analyses a UTC calendar month, at least 1; null means no limit. */
                per_month: number | null;
            } | null;
            /** @description Where the people of the client are, ISO 3166-1 in two capital letters; by it a number that sends messages is local or foreign. Null means that nothing is said. */
            country: string | null;
            /**
             * @description Whether users of the client may come in.
             * @enum {string}
             */
            status: "active" | "disabled";
            /** @description When the client was registered; ISO 8601, UTC, milliseconds. */
            created_at: string;
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
             * @description How it stands: pending (an attempt is due or under way), succeeded, failed (all attempts are used up), or cancelled (its endpoint was deleted).
             * @enum {string}
             */
            status: "pending" | "succeeded" | "failed" | "cancelled";
            /** @description True for a test event. */
            test_mode: boolean;
            /** @description True for a part of history that was asked for again, with `mode: replay`. */
            replay: boolean;
            /** @description Attempts made so far, manual ones included; the schedule has 8. */
            attempts: number;
            /** @description When it was queued; ISO 8601, UTC, milliseconds. */
            created_at: string;
            /** @description When the next attempt is due, null when none is; ISO 8601, UTC, milliseconds. */
            next_attempt_at: string | null;
            /** @description When it succeeded, failed for good or was cancelled, null while it is pending; ISO 8601, UTC, milliseconds. */
            finished_at: string | null;
            /** @description What the last attempt came to; null before the first. */
            last_attempt: {
                /** @description When the attempt was made; ISO 8601, UTC, milliseconds. */
                at: string;
                /** @description HTTP status that the endpoint answered; null when it gave no answer. */
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
                /** @description HTTP status that the endpoint answered; null when it gave no answer. */
                status_code: number | null;
                /** @description How long it took, in milliseconds, 30,000 at most. */
                duration_ms: number;
                /** @description Why the attempt failed: `http_` and the status, timeout, dns_error, address_refused, connection_refused, connection_closed, connection_failed, tls_error, invalid_response or endpoint_disabled; null when it succeeded. */
                error_code: string | null;
                /** @description What the endpoint answered; null when it gave no answer. */
                response: {
                    /** @description Headers of the answer, by their names in lower case. */
                    headers: {
                        [key: string]: string;
                    };
                    /** @description At most 16 KiB of the body of the answer; `[erased]` once the person that the event is about is erased. */
                    body: string;
                    /**
                     * @description How `body` is written: as text, or in base64 when it is no UTF-8 text.
                     * @enum {string}
                     */
                    body_encoding: "utf8" | "base64";
                } | null;
            }[];
        };
        /** @description A refusal. */
        Error: {
            /** @description What is wrong, a code of the catalogue; it never changes its meaning. */
            error_code: string;
            /** @description What is wrong in words, for people. */
            message: string;
            /** @description Where it is wrong: `field`, `reason` and `fields` of a request that is not valid, or what the code tells. */
            details: {
                [key: string]: unknown;
            };
            /** @description When it was refused; ISO 8601, UTC, milliseconds. */
            timestamp: string;
            /** @description The answer's `X-Request-Id`; name it when you report a problem. */
            request_id: string;
        };
        /** @description What differs from endpoint to endpoint and from attempt to attempt. */
        EventMetadata: {
            /** @description The endpoint that this was sent to: `wh_` and a UUID. */
            webhook_id: string;
            /** @description Number of this attempt, 1 for the first. */
            delivery_attempt: number;
            /** @description Numbers the events of one object from 1, so that they can be put in order. */
            sequence: number;
            /** @description True for test events, and for all events of a service that is not in production. */
            test_mode: boolean;
            /**
             * @description Only in history that you asked to be sent again, with `recover`.
             * @constant
             */
            replay?: true;
        };
        /** @description An event as it is delivered, without what belongs to one endpoint and one attempt. */
        EventRecord: {
            /** @description `evt_` and a UUID: the same here, in every delivery, attempt and replay (X-Service-Event-ID). */
            id: string;
            /**
             * @description What happened; the types are those that endpoints subscribe to.
             * @enum {string}
             */
            type: "fraud.detected" | "fraud.resolved" | "fraud.escalated" | "fraud.score_updated" | "refund.created" | "refund.processing" | "refund.completed" | "refund.failed" | "refund.cancelled" | "refund.voided" | "darkweb.leak_detected" | "phishing.email_detected" | "url.malicious_detected" | "spam.call_blocked" | "webhook.disabled" | "webhook.delivery_exhausted";
            /** @description Version of the shape of the event, a date: 2026-11-01. */
            api_version: string;
            /** @description When it happened: ISO 8601, UTC, milliseconds. */
            created_at: string;
            /** @description The object as it stood right after the event, as it was delivered, in the schema of the type under "Webhooks"; `object` names its kind. A person who was erased since is `[erased]`. */
            data: {
                [key: string]: unknown;
            };
            /** @description Of a delivery only what all of its deliveries have in common. */
            metadata: {
                /** @description Numbers the events of one object from 1, so that they can be put in order; what is not told leaves gaps. */
                sequence: number;
                /** @description Whether the service is a sandbox, where no money moves. */
                test_mode: boolean;
            };
        };
        /** @description What an export holds, signed. */
        ExportManifest: {
            /**
             * @description What this is, and in which version.
             * @constant
             */
            format: "audit-export/1";
            /**
             * @description How the lines are written.
             * @enum {string}
             */
            encoding: "ndjson" | "csv";
            /** @description Who exported it. */
            exported_by: {
                /** @description Who asked for it. */
                sub: string;
                /** @description The client that they belong to. */
                client_id: string;
                /** @description The role that they had. */
                role: string;
            };
            /** @description Whose events these are; null means every client’s. */
            client_id: string | null;
            /** @description The kind of record that was asked for; null means every kind. */
            family: string | null;
            /** @description Events of before this time were left out; null means none. */
            from: string | null;
            /** @description Events of this time and later were left out; null means none. */
            to: string | null;
            /** @description Events in the file. */
            events: number;
            /** @description Streams that they belong to. */
            streams: number;
            /** @description Events of which something was left out. */
            redacted: number;
            /** @description Events that were left out as a whole, with their streams: their person is restricted. */
            restricted: number;
            /** @description Where the first of them stands in the log, as `commit/prepare`; null when there is none. It means something to this event store alone. */
            first_position: string | null;
            /** @description Where the last of them stands in the log, as `commit/prepare`; null when there is none. It means something to this event store alone. */
            last_position: string | null;
            /** @description How far the log was read, as `commit/prepare`; null when there is none. It means something to this event store alone. */
            read_to: string | null;
            /** @description SHA-256 over the bytes of all lines before this one, with their ends, 64 hexadecimal digits. */
            lines_sha256: string;
            /** @description SHA-256 over the last event of each stream, `<stream> <revision> <hash>` and a line feed each, ordered by the name of the stream, 64 hexadecimal digits. */
            heads_sha256: string;
            /** @description When it was made; ISO 8601, UTC, milliseconds. */
            made_at: string;
            /** @description The key that signed it, as `GET /.well-known/jwks.json` names it. */
            key_id: string;
            /** @description Ed25519 over the RFC 8785 form of the manifest without this field, base64url. */
            signature: string;
        };
        /** @description Why a transaction was scored as it was, as it was recorded. */
        FraudDecision: {
            /** @description Your own id of the transaction. */
            transaction_id: string;
            /** @description Your own id of the user. */
            user_id: string;
            /** @description When it was scored; ISO 8601, UTC, milliseconds. */
            scored_at: string;
            /** @description When the transaction was made, by your word; ISO 8601, UTC, milliseconds. */
            timestamp: string;
            /** @description As it was answered. */
            fraud_score: number;
            /**
             * @description As it was answered.
             * @enum {string}
             */
            fraud_level: "low" | "medium" | "high" | "critical";
            /** @description Whether the score reached the threshold. */
            is_alert: boolean;
            /** @description By the policy of then. */
            threshold_applied: number;
            /**
             * @description As it was answered.
             * @enum {string}
             */
            recommendation: "approve" | "review" | "challenge" | "deny";
            /** @description As it was answered. */
            confidence: number;
            /** @description All of them, whether they were asked for or not. */
            risk_factors: components["schemas"]["RiskFactor"][];
            /**
             * @description What the score comes from: the model, the first of the rules that fired, or the block list.
             * @enum {string}
             */
            decided_by: "model" | "rule" | "list";
            /** @description Of the model, or of the set of rules where no model answered. */
            model_version: string;
            /** @description Null when no model answered. */
            model: {
                /** @description What the model said. */
                probability: number;
                /** @description The same as log-odds: the bias and all contributions. */
                margin: number;
                /** @description What the model says of whomever nothing is known. */
                bias: number;
                /** @description What each group of features adds to the margin; more than 0 speaks for fraud. */
                contributions: {
                    /** @description Of the features in the group amount. */
                    amount: number;
                    /** @description Of the features in the group velocity. */
                    velocity: number;
                    /** @description Of the features in the group merchant. */
                    merchant: number;
                    /** @description Of the features in the group device. */
                    device: number;
                    /** @description Of the features in the group time. */
                    time: number;
                    /** @description Of the features in the group profile. */
                    profile: number;
                };
            } | null;
            /** @description What the model saw. */
            features: {
                /** @description Of the set of features. */
                version: number;
                /** @description Place in the log of all events up to which figures across users were known; null when none were. */
                as_of: string | null;
                /** @description By name; the names of other versions are numbers. */
                values: {
                    [key: string]: number;
                };
            };
            /** @description What the rules said. */
            rules: {
                /** @description Of the set of rules. */
                version: number;
                /** @description Those that demanded a score, the highest first. */
                fired: components["schemas"]["RiskFactor"][];
            };
            /** @description Entries of your client's lists that named the transaction. */
            lists: {
                /** @description Of the entry. */
                entry_id: string;
                /**
                 * @description The list that it was on.
                 * @enum {string}
                 */
                list: "allow" | "block";
            }[];
            /** @description Of your client's policy; 0 when there was none. */
            policy_version: number;
            /** @description The newest outcome that was reported of it, which the score knew nothing of; null while there is none. */
            outcome: {
                /**
                 * @description What the transaction turned out to be.
                 * @enum {string}
                 */
                outcome: "confirmed_fraud" | "legitimate" | "chargeback";
                /** @description When it became known, by your word; ISO 8601, UTC, milliseconds. */
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
            /** @description Your own id of the transaction; `[erased]` once its user is. */
            transaction_id: string;
            /** @description Your own id of the user; `[erased]` once they are. */
            user_id: string;
            /** @description Amount of the transaction in major units of its currency. */
            amount: number;
            /** @description ISO 4217 code of the amount, three upper-case letters. */
            currency: string;
            /** @description From 0 to 1, four decimals; the newest one. */
            fraud_score: number;
            /**
             * @description The score in words.
             * @enum {string}
             */
            fraud_level: "low" | "medium" | "high" | "critical";
            /**
             * @description What to do with the transaction.
             * @enum {string}
             */
            recommendation: "approve" | "review" | "challenge" | "deny";
            /** @description What the score was raised by, the weightiest first. */
            risk_factors: components["schemas"]["RiskFactor"][];
            /** @description When the transaction was scored first; ISO 8601, UTC, milliseconds. */
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
            /** @description The same, by the name that refunds have for it. */
            alert_id: string;
            /** @description Your own id of the transaction; `[erased]` once its user is. */
            transaction_id: string;
            /** @description Your own id of the user; `[erased]` once they are. */
            user_id: string;
            /** @description Amount of the transaction in major units of its currency. */
            amount: number;
            /** @description ISO 4217 code of the amount, three upper-case letters. */
            currency: string;
            /** @description From 0 to 1, four decimals; the newest one. */
            fraud_score: number;
            /**
             * @description The score in words.
             * @enum {string}
             */
            fraud_level: "low" | "medium" | "high" | "critical";
            /**
             * @description What to do with the transaction.
             * @enum {string}
             */
            recommendation: "approve" | "review" | "challenge" | "deny";
            /** @description What the score was raised by, the weightiest first. */
            risk_factors: components["schemas"]["RiskFactor"][];
            /** @description When the transaction was scored first; ISO 8601, UTC, milliseconds. */
            detected_at: string;
            /**
             * @description Why it can’t wait: its score, several alerts of the user within 24 hours, or an analyst says so.
             * @enum {string}
             */
            reason: "score_threshold" | "pattern_match" | "analyst";
            /** @description When it was escalated; ISO 8601, UTC, milliseconds. */
            escalated_at: string;
        };
        /** @description Something that a client's scores let through or stop. */
        FraudListEntry: {
            /** @description `fle_` and a UUID, to remove it by. */
            entry_id: string;
            /**
             * @description Which list it is on.
             * @enum {string}
             */
            list: "allow" | "block";
            /**
             * @description What the value is.
             * @enum {string}
             */
            kind: "user" | "account" | "merchant" | "device" | "ip_range";
            /** @description As transactions have it; of `ip_range` in CIDR form. */
            value: string;
            /** @description Why it was added. */
            reason: string;
            /** @description Until when it holds; null = for good; ISO 8601, UTC, milliseconds. */
            expires_at: string | null;
            /** @description When it was added; ISO 8601, UTC, milliseconds. */
            added_at: string;
            /** @description Who added it. */
            added_by: string;
        };
        /** @description A model of the installation, which scores for every client or could. */
        FraudModel: {
            /** @description `v<major>.<minor>.<patch>`, as scores name it. */
            version: string;
            /** @description Of the model's file, hex. */
            sha256: string;
            /**
             * @description Whether it scores (live), or beside the live one and unheard (shadow); the others do nothing.
             * @enum {string}
             */
            status: "available" | "shadow" | "live" | "retired";
            /** @description Whether the release brings it; it is live until another one is promoted. */
            is_shipped: boolean;
            /** @description Whether the process that answers has its file; a live model without one scores nothing. */
            is_held: boolean;
            /** @description What it scored on the last 14 days, the newest first. */
            days: {
                /** @description The day, UTC, by when scores were recorded; the newest is not over. */
                day: string;
                /**
                 * @description Whether it was answered, or scored beside the one that was.
                 * @enum {string}
                 */
                role: "live" | "shadow";
                /** @description Transactions that it scored. */
                scores: number;
                /** @description How many of them are alerts, or would be. */
                alerts: number;
                /** @description In the shadow: how many would be an alert and are none, or the other way round. */
                differing: number;
                /** @description How far the day is from training; null where the model does not say what it was trained on. */
                drift: {
                    /** @description Population stability index against training: up to 0.1 is stable, from 0.2 on something has changed. */
                    score: number;
                    /** @description The 10 features that have changed most; none in the shadow, which sees the same. */
                    features: {
                        /** @description The feature. */
                        name: string;
                        /** @description Population stability index against training: up to 0.1 is stable, from 0.2 on something has changed. */
                        drift: number;
                    }[];
                } | null;
            }[];
        };
        /** @description What a client's scores are measured by. */
        FraudPolicy: {
            /** @description From which score on a transaction is an alert. */
            alert_thresholds: {
                /** @description For all others; null = what holds for everybody. */
                default: number | null;
                /** @description By operation type. */
                by_operation: {
                    [key: string]: number;
                };
                /** @description By merchant category; it stands before the others. */
                by_category: {
                    [key: string]: number;
                };
            };
            /** @description What is recommended for a level, where that is not what holds for everybody. */
            recommendations: {
                [key: string]: "approve" | "review" | "challenge" | "deny";
            };
            /** @description From which score on an alert is escalated; null = what holds for everybody. */
            escalation_threshold: number | null;
            /** @description Counts the changes; 0 when none was ever set. */
            version: number;
            /** @description When it was set; null when none was; ISO 8601, UTC, milliseconds. */
            set_at: string | null;
            /** @description Who set it; null when none was. */
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
            /** @description The same, by the name that refunds have for it. */
            alert_id: string;
            /** @description Your own id of the transaction; `[erased]` once its user is. */
            transaction_id: string;
            /** @description Your own id of the user; `[erased]` once they are. */
            user_id: string;
            /** @description Amount of the transaction in major units of its currency. */
            amount: number;
            /** @description ISO 4217 code of the amount, three upper-case letters. */
            currency: string;
            /** @description From 0 to 1, four decimals; the newest one. */
            fraud_score: number;
            /**
             * @description The score in words.
             * @enum {string}
             */
            fraud_level: "low" | "medium" | "high" | "critical";
            /**
             * @description What to do with the transaction.
             * @enum {string}
             */
            recommendation: "approve" | "review" | "challenge" | "deny";
            /** @description What the score was raised by, the weightiest first. */
            risk_factors: components["schemas"]["RiskFactor"][];
            /** @description When the transaction was scored first; ISO 8601, UTC, milliseconds. */
            detected_at: string;
            /**
             * @description What the transaction turned out to be.
             * @enum {string}
             */
            resolution: "confirmed_fraud" | "legitimate";
            /**
             * @description Whether somebody decided it or a rule did.
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
            /** @description The same, by the name that refunds have for it. */
            alert_id: string;
            /** @description Your own id of the transaction; `[erased]` once its user is. */
            transaction_id: string;
            /** @description Your own id of the user; `[erased]` once they are. */
            user_id: string;
            /** @description Amount of the transaction in major units of its currency. */
            amount: number;
            /** @description ISO 4217 code of the amount, three upper-case letters. */
            currency: string;
            /** @description From 0 to 1, four decimals; the newest one. */
            fraud_score: number;
            /**
             * @description The score in words.
             * @enum {string}
             */
            fraud_level: "low" | "medium" | "high" | "critical";
            /**
             * @description What to do with the transaction.
             * @enum {string}
             */
            recommendation: "approve" | "review" | "challenge" | "deny";
            /** @description What the score was raised by, the weightiest first. */
            risk_factors: components["schemas"]["RiskFactor"][];
            /** @description When the transaction was scored first; ISO 8601, UTC, milliseconds. */
            detected_at: string;
            /** @description The score before. */
            previous_score: number;
            /** @description When the score changed; ISO 8601, UTC, milliseconds. */
            updated_at: string;
        };
        /** @description Whose token it is, and what it may do. */
        Me: {
            /** @description The user: `usr_` and a UUID. */
            id: string;
            /** @description The user's address; null after an erasure. */
            email: string | null;
            /** @description The client that the user belongs to: `clt_` and a UUID. */
            client_id: string;
            /**
             * @description The role of the user, or `service_account` for a machine.
             * @enum {string}
             */
            role: "consumer" | "integrator" | "operator" | "auditor" | "admin" | "service_account" | "agent";
            /** @description What this token may do. */
            scopes: ("refund:read" | "refund:write" | "refund:void" | "refund:reconcile" | "audit:read" | "audit:read:any" | "transaction:read" | "transaction:write" | "fraud:score" | "fraud:review" | "fraud:admin" | "sms:analyze" | "vpn:use" | "vpn:use:any" | "vpn:admin" | "vpn:agent" | "notify:register" | "notify:send" | "notify:read" | "events:read" | "webhooks:manage" | "users:admin" | "subjects:erase")[];
        };
        /** @description A login of a machine, with the secret that is shown this once. */
        NewServiceAccount: {
            /** @description Names the service account, as `sub` of its tokens and in audit histories. */
            service_account_id: string;
            /** @description The client whose machine it is: it sees and changes what is of this client. */
            client_id: string;
            /** @description What the machine is, in the words of whoever made it. */
            name: string;
            /** @description What it logs in as: `email` of `POST /api/auth/login`. No mail can be sent there. */
            email: string;
            /** @description What its tokens may do; never changes. */
            scopes: ("refund:read" | "refund:write" | "refund:void" | "refund:reconcile" | "audit:read" | "audit:read:any" | "transaction:read" | "transaction:write" | "fraud:score" | "fraud:review" | "fraud:admin" | "sms:analyze" | "vpn:use" | "vpn:use:any" | "vpn:admin" | "vpn:agent" | "notify:register" | "notify:send" | "notify:read" | "events:read" | "webhooks:manage" | "users:admin" | "subjects:erase")[];
            /**
             * @description Only an `active` one logs in, and only while its client is active.
             * @enum {string}
             */
            status: "active" | "expired" | "revoked";
            /** @description When it was made: ISO 8601, UTC, milliseconds. */
            created_at: string;
            /** @description From when on it opens nothing: ISO 8601, UTC, milliseconds; null = never. */
            expires_at: string | null;
            /** @description When it was revoked: ISO 8601, UTC, milliseconds; null = it was not. */
            revoked_at: string | null;
            /** @description When it last logged in, refreshed a token or asked something, to about a minute: ISO 8601, UTC, milliseconds; null = never. */
            last_used_at: string | null;
            /** @description Its `password` at `POST /api/auth/login`, shown this once: 256 random bits, of which a hash is kept. */
            secret: string;
        };
        /** @description A login of the agent of a server, with the secret that is shown this once. */
        NewVpnAgent: {
            /** @description Names the agent among the service accounts, and in audit histories. */
            service_account_id: string;
            /** @description The server whose sessions it sees and changes. */
            server_id: number;
            /** @description What it logs in as. No mail can be sent there. */
            email: string;
            /** @description What it logs in with, shown this once: 256 random bits, of which a hash is kept. */
            secret: string;
        };
        /** @description What a user was told. */
        Notification: {
            /** @description The notification: `ntf_` and a UUID, 40 characters. */
            notification_id: string;
            /** @description What stands in front; null once it is forgotten by its time. */
            title: string | null;
            /** @description What there is to say; null once it is forgotten by its time. */
            body: string | null;
            /**
             * @description What it is about.
             * @enum {string}
             */
            category: "security_alert" | "phishing_detected" | "fraud_alert" | "darkweb_alert" | "vpn_status" | "refund_status" | "system";
            /**
             * @description How urgent it is.
             * @enum {string}
             */
            priority: "low" | "normal" | "high" | "critical";
            /** @description What was sent along for the app; null once it is forgotten by its time. */
            data: {
                [key: string]: string;
            } | null;
            /** @description When it was queued; ISO 8601, UTC, milliseconds. */
            created_at: string;
            /** @description When the user read it, null while they have not; ISO 8601, UTC, milliseconds. */
            read_at: string | null;
            /** @description What became of it. */
            delivery: {
                /** @description Of its devices, those that it is still to be brought to. */
                queued: number;
                /** @description Of its devices, those whose push network accepted it, which is not to say that they have it. */
                sent: number;
                /** @description Of its devices, those that never get it. */
                failed: number;
                /** @description Of its devices, those that were not reached in its time. */
                expired: number;
                /** @description Why the last of those that never get it does not; null while there is none. */
                failure_reason: ("token_dead" | "token_rejected" | "payload_too_large" | "payload_rejected" | "no_device" | "superseded" | "text_gone" | "erasure") | null;
            };
        };
        /** @description What a client wants its users to be told. */
        NotificationPreferences: {
            /** @description Of what the service itself tells users. */
            categories: {
                /** @description Whether of refund_status. */
                refund_status: boolean;
                /** @description Whether of fraud_alert. */
                fraud_alert: boolean;
                /** @description Whether of phishing_detected. */
                phishing_detected: boolean;
                /** @description Whether of darkweb_alert. */
                darkweb_alert: boolean;
                /** @description Whether of security_alert. */
                security_alert: boolean;
                /** @description Whether of vpn_status. */
                vpn_status: boolean;
            };
            /** @description When nothing of normal or low priority goes out; null = at no time. */
            quiet_hours: {
                /** @description When they begin, `HH:MM`. */
                from: string;
                /** @description When they end, `HH:MM`. */
                to: string;
                /** @description Whose clocks these are: a zone of the IANA database. */
                timezone: string;
            } | null;
            /** @description When the client said so, null while it never has; ISO 8601, UTC, milliseconds. */
            updated_at: string | null;
        };
        /** @description What a client wants its users to be told. */
        NotificationPreferencesToSet: {
            /** @description Whether users are told of each: refund_status, fraud_alert, phishing_detected, darkweb_alert, security_alert, vpn_status. What is left out they are told of. */
            categories?: {
                /** @description Whether of refund_status. */
                refund_status?: boolean;
                /** @description Whether of fraud_alert. */
                fraud_alert?: boolean;
                /** @description Whether of phishing_detected. */
                phishing_detected?: boolean;
                /** @description Whether of darkweb_alert. */
                darkweb_alert?: boolean;
                /** @description Whether of security_alert. */
                security_alert?: boolean;
                /** @description Whether of vpn_status. */
                vpn_status?: boolean;
            } | null;
            /** @description When nothing of normal or low priority goes out; null or left out, at no time. */
            quiet_hours?: {
                /** @description When they begin, `HH:MM`. */
                from: string;
                /** @description When they end, `HH:MM`; where that is not later than they begin, on the day after. */
                to: string;
                /** @description Whose clocks these are: a zone of the IANA database such as `Europe/Madrid`. */
                timezone: string;
            } | null;
        };
        /** @description What is to be told to a user. */
        NotificationToSend: {
            /** @description Who is told, by your own id, 1 to 128 characters. */
            user_id: string;
            /** @description What the user is told. */
            notification: {
                /** @description What stands in front, 1 to 200 UTF-16 units. */
                title: string;
                /** @description What there is to say, 1 to 2,000 UTF-16 units. */
                body: string;
                /** @description What it is about: security_alert, phishing_detected, fraud_alert, darkweb_alert, vpn_status, refund_status, system. Another one is NOTIF_006. */
                category: string;
                /** @description How urgent it is; left out, as the category is. */
                priority?: ("low" | "normal" | "high" | "critical") | null;
                /** @description For the app, such as `alert_type` and `alert_id`: at most 32 fields, whose values are strings of at most 1,024 characters. `aps`, `from`, `notification`, `message_type`, and what begins with `google.` or `gcm.`, are the push networks' own names. */
                data?: {
                    [key: string]: string;
                } | null;
            };
            /** @description How it is told. */
            options?: {
                /** @description Whether every device of the user gets it; else, and left out, the one that was seen last. */
                send_to_all_devices?: boolean | null;
                /** @description The number at the app's icon, 0 to 99,999; left out, how many the user has not read. */
                badge_count?: number | null;
                /** @description The sound's file in the app, without a path, at most 64 characters; left out, the device's own. */
                sound?: string | null;
            } | null;
        };
        /** @description A device that is registered. */
        PushDevice: {
            /** @description The registration: `dev_` and a UUID, 40 characters; the same for as long as the device has its id. */
            registration_id: string;
            /** @description The device, by your own id. */
            device_id: string;
            /**
             * @description Which push network it is reached by: ios (APNs) or android (FCM).
             * @enum {string}
             */
            platform: "ios" | "android";
            /**
             * @description Whether notifications reach it. Inactive is one whose token another device was registered with later: register it anew with its own.
             * @enum {string}
             */
            status: "active" | "inactive";
            /** @description When it was registered as it is now; the same once more changes nothing; ISO 8601, UTC, milliseconds. */
            registered_at: string;
        };
        /** @description A device of a user's. */
        PushDeviceListed: {
            /** @description The registration: `dev_` and a UUID, 40 characters; the same for as long as the device has its id. */
            registration_id: string;
            /** @description The device, by your own id. */
            device_id: string;
            /**
             * @description Which push network it is reached by: ios (APNs) or android (FCM).
             * @enum {string}
             */
            platform: "ios" | "android";
            /**
             * @description Whether notifications reach it. Inactive is one whose token another device was registered with later: register it anew with its own.
             * @enum {string}
             */
            status: "active" | "inactive";
            /** @description When it was registered as it is now; the same once more changes nothing; ISO 8601, UTC, milliseconds. */
            registered_at: string;
            /** @description Whose device it is, by your own id. */
            user_id: string;
            /** @description The version of the app; null when not said. */
            app_version: string | null;
            /** @description The language that its user reads; null when not said. */
            language: string | null;
            /** @description When it was registered for the last time, also with nothing new; ISO 8601, UTC, milliseconds. */
            last_seen_at: string;
        };
        /** @description A device that is to be reached. */
        PushDeviceRegistration: {
            /** @description Whose device it is, by your own id, 1 to 128 characters; a consumer is the user of the token, and needs to say nothing. */
            user_id?: string | null;
            /** @description The device, by an id that stays the same whoever uses it, 1 to 128 characters. */
            device_id: string;
            /** @description Which push network it is reached by: ios (APNs) or android (FCM). Another one is NOTIF_005. */
            platform: string;
            /** @description What that network calls the app on this device: of ios 64 to 200 hexadecimal digits, of android 20 to 4,096 letters, digits, _, - and :. It is stored sealed and told to nobody. One that is not of the platform is NOTIF_001. */
            push_token: string;
            /** @description The version of the app, 1 to 64 characters; null or left out when not known. */
            app_version?: string | null;
            /** @description The language that its user reads, a code such as en or es-MX; null or left out when not known. */
            language?: string | null;
        };
        /** @description A notification that was queued. */
        QueuedNotification: {
            /** @description The notification: `ntf_` and a UUID, 40 characters. */
            notification_id: string;
            /**
             * @description Always queued: what becomes of it, the history tells.
             * @constant
             */
            status: "queued";
            /**
             * @description What it is about.
             * @enum {string}
             */
            category: "security_alert" | "phishing_detected" | "fraud_alert" | "darkweb_alert" | "vpn_status" | "refund_status" | "system";
            /**
             * @description How urgent it is.
             * @enum {string}
             */
            priority: "low" | "normal" | "high" | "critical";
            /** @description How many devices it goes to. Where none of them is reached it goes on to the other ones of the user. */
            devices_targeted: number;
            /** @description When it was queued; ISO 8601, UTC, milliseconds. */
            created_at: string;
        };
        /** @description What was found, as it is recorded. */
        RealtimeScore: {
            /** @description Your own id of the transaction. */
            transaction_id: string;
            /** @description From 0 to 1, four decimals: the greater of what the model says and what a rule demands. */
            fraud_score: number;
            /**
             * @description Below 0.30 low, below 0.60 medium, below 0.85 high, from there on critical; a bound belongs to the higher one.
             * @enum {string}
             */
            fraud_level: "low" | "medium" | "high" | "critical";
            /** @description Whether the score reaches the alert threshold, 0.60 unless your policy says otherwise. */
            is_alert: boolean;
            /**
             * @description For a low score approve, for a medium one review, for a high one challenge, for a critical one deny, unless your policy or lists say otherwise.
             * @enum {string}
             */
            recommendation: "approve" | "review" | "challenge" | "deny";
            /** @description Grows with the distance of the model's probability from 0.5; lower for a user of whom little is known. */
            confidence: number;
            /** @description Of this request, milliseconds. */
            processing_time_ms: number;
            /** @description Rules that fired, then what of the model speaks for fraud, the weightiest first. Never empty above low. */
            risk_factors: components["schemas"]["RiskFactor"][];
            /** @description What the user has done lately, by the time of the transaction; null when it was not asked for. */
            velocity_check: {
                /** @description The user's transactions in the hour that ends with this one, itself included. */
                transactions_1h: number;
                /** @description The same in 24 hours. */
                transactions_24h: number;
                /** @description What left the user in these 24 hours (transfers, payments, withdrawals), in major units of this transaction's currency; other currencies by a fixed table. */
                amount_24h: number;
                /** @description Whether that is much more than the user does in an hour or a day. */
                is_unusual: boolean;
            } | null;
            /** @description What scored it, as v<major>.<minor>.<patch>. Major 0 is the set of rules, which scores alone when no model can. */
            model_version: string;
            /** @description Of this request. */
            request_id: string;
        };
        /** @description Another access token of the same session; the refresh token stays the same. */
        RefreshedToken: {
            /** @description The token that requests carry, as `Authorization: Bearer …`; a JWT of at most 8,192 characters. */
            access_token: string;
            /**
             * @description Always `Bearer`.
             * @constant
             */
            token_type: "Bearer";
            /** @description Seconds for which the access token is good, 3,600. */
            expires_in: number;
        };
        /** @description The refund as it stood at the event; fields appear with the status that has them. */
        RefundEventData: {
            /** @description The refund: `rf_` and a UUID, 39 characters. */
            refund_id: string;
            /**
             * @description Where the refund stands: pending (can be cancelled), processing (the payment network has it), completed, failed (can be retried), cancelled, or voided.
             * @enum {string}
             */
            status: "pending" | "processing" | "completed" | "failed" | "cancelled" | "voided";
            /** @description Your id of the transaction that is refunded, at most 128 characters. */
            transaction_id: string;
            /** @description The fraud alert behind it, as the request named it; absent without one. */
            alert_id?: string;
            /** @description Amount in major units, greater than 0, with at most the currency's decimals; 10.5 is ten euros fifty. */
            amount: number;
            /** @description ISO 4217 code of the amount, three upper-case letters. */
            currency: string;
            /** @description Your word for why, 1 to 64 lower-case letters, digits and underscores. */
            reason: string;
            /** @description The reason in words, at most 1,000 characters; absent when not said. */
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
            /** @description What the request said about its case. */
            metadata: {
                /** @description Your id of the case, at most 128 characters; absent when not given. */
                case_id?: string;
                /** @description Your id of whoever handled the case, at most 128 characters; absent when not given. */
                agent_id?: string;
            };
            /** @description The payment network's reason, for example INVALID_ACCOUNT_NUMBER; present while the refund is failed. */
            failure_reason?: string;
            /** @description How often the refund was retried, 0 to 5. */
            retry_count?: number;
            /** @description How the attempt before the last retry failed; null when nothing failed before. */
            previous_failure?: {
                /** @description When the attempt failed; ISO 8601, UTC, milliseconds. */
                failed_at: string;
                /** @description The payment network's reason, a word in capitals. */
                failure_reason: string;
            } | null;
            /** @description When the refund was last retried, null when never; ISO 8601, UTC, milliseconds. */
            retried_at?: string | null;
            /** @description When the refund was cancelled; ISO 8601, UTC, milliseconds. */
            cancelled_at?: string;
            /** @description Who cancelled it: what the request named, otherwise the user of its token. */
            cancelled_by?: string;
            /** @description Why it was cancelled, at most 1,000 characters; absent when not said. */
            cancel_reason?: string;
            /** @description When the refund was voided; ISO 8601, UTC, milliseconds. */
            voided_at?: string;
            /** @description Who voided it: what the request named, otherwise the user of its token. */
            voided_by?: string;
            /** @description Why it was voided: fraud_not_confirmed, beneficiary_data_error, duplicate_refund, compliance_hold, customer_request. */
            void_reason?: string;
            /** @description The reason in words, at most 1,000 characters; absent when not said. */
            void_details?: string;
            /** @description Amount of the voided refund in major units of its currency. */
            original_amount?: number;
            /** @description Whether the beneficiary already had the money; then it is asked back. */
            funds_transferred?: boolean;
            /**
             * @description How far the money is on its way back; absent when it never left. When it changes, `refund.voided` is sent again.
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
            /** @description When the beneficiary had the money; ISO 8601, UTC, milliseconds. */
            completed_at?: string;
            /** @description The payment network's reference of the transfer. */
            reference?: string;
            /** @description Whole seconds from request to completion, rounded up, at least 1. */
            processing_time_seconds?: number;
        };
        /** @description A refund as it stands now; fields appear with the status that has them. */
        RefundRecord: {
            /** @description The refund: `rf_` and a UUID, 39 characters. */
            refund_id: string;
            /**
             * @description Where the refund stands: pending (can be cancelled), processing (the payment network has it), completed, failed (can be retried), cancelled, or voided.
             * @enum {string}
             */
            status: "pending" | "processing" | "completed" | "failed" | "cancelled" | "voided";
            /** @description The Idempotency-Key of the request that made it, 1 to 255 characters. */
            idempotency_key: string;
            /** @description Your id of the transaction that is refunded, at most 128 characters. */
            transaction_id: string;
            /** @description The fraud alert behind it, as the request named it; absent without one. */
            alert_id?: string;
            /** @description Amount in major units, greater than 0, with at most the currency's decimals; 10.5 is ten euros fifty. */
            amount: number;
            /** @description ISO 4217 code of the amount, three upper-case letters. */
            currency: string;
            /** @description Your word for why, 1 to 64 lower-case letters, digits and underscores. */
            reason: string;
            /** @description The reason in words, at most 1,000 characters; absent when not said. */
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
            /** @description When the money should have arrived, 30 seconds after the request; no promise; ISO 8601, UTC, milliseconds. */
            estimated_completion: string;
            /** @description What to name when you ask about this refund. */
            tracking: {
                /** @description A reference to read out on the phone: `RFD-` and 12 characters. */
                reference: string;
                /** @description A trace id, 32 hexadecimal digits, the same for the whole life of the refund. */
                trace_id: string;
            };
            /** @description What the request said about its case. */
            metadata: {
                /** @description Your id of the case, at most 128 characters; absent when not given. */
                case_id?: string;
                /** @description Your id of whoever handled the case, at most 128 characters; absent when not given. */
                agent_id?: string;
            };
            /** @description How it was paid; present once it is, and kept when it is voided afterwards. */
            completion?: {
                /** @description When the beneficiary had the money; ISO 8601, UTC, milliseconds. */
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
            /** @description How the attempt before the last retry failed; null when nothing failed before. */
            previous_failure?: {
                /** @description When the attempt failed; ISO 8601, UTC, milliseconds. */
                failed_at: string;
                /** @description The payment network's reason, a word in capitals. */
                failure_reason: string;
            } | null;
            /** @description When the refund was last retried, null when never; ISO 8601, UTC, milliseconds. */
            retried_at?: string | null;
            /** @description When the refund was cancelled; ISO 8601, UTC, milliseconds. */
            cancelled_at?: string;
            /** @description Who cancelled it: what the request named, otherwise the user of its token. */
            cancelled_by?: string;
            /** @description Why it was cancelled, at most 1,000 characters; absent when not said. */
            cancel_reason?: string;
            /** @description When the refund was voided; ISO 8601, UTC, milliseconds. */
            voided_at?: string;
            /** @description Who voided it: what the request named, otherwise the user of its token. */
            voided_by?: string;
            /** @description Why it was voided: fraud_not_confirmed, beneficiary_data_error, duplicate_refund, compliance_hold, customer_request. */
            void_reason?: string;
            /** @description The reason in words, at most 1,000 characters; absent when not said. */
            void_details?: string;
            /** @description Amount of the voided refund in major units of its currency. */
            original_amount?: number;
            /** @description Whether the beneficiary already had the money; then it is asked back. */
            funds_transferred?: boolean;
            /**
             * @description How far the money is on its way back; absent when it never left. When it changes, `refund.voided` is sent again.
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
                /** @description When the first request came; ISO 8601, UTC, milliseconds. */
                first_request_at: string;
            };
        };
        /**
         * @description Why a score is what it is. `cold_start_large_amount`: A user without a history moves a large amount. `first_transaction_amount`: The first transaction of a user is larger than 99.9 % of the client's last 1,000 first transactions. `burst_10m`: Many transactions of one user in ten minutes. `new_device_large_transfer`: A device that was never seen with the user sends several times the usual amount away. `shared_device`: The device was seen with at least two other users in 30 days. `merchant_left_out`: The user names merchants, and this transaction names none. `device_known_fraud`: A fraud of another user with the device became known in 30 days. `account_known_fraud`: A fraud of another user of the account became known in 30 days. `card_testing`: Many small amounts of several users on one device in ten minutes. `structuring`: Several amounts in a day, each just under what is reported. `refund_without_payment`: A refund from a merchant whom the user has not paid in 30 days. `list_block`: It stands on the client's block list. `list_allow`: It stands on the client's allow list. `amount_unusual`: The amount is not what the user usually moves. `velocity_unusual`: There are more transactions, or more money, in a short time than usual. `merchant_risk`: Frauds with the merchant became known, or its transactions changed. `device_risk`: The device or its address is new to the user, or is seen with others. `time_unusual`: The hour or the day speaks for it. `profile_risk`: The user's age here, earlier frauds or the kind of transaction speak for it. `model_unavailable`: The model could not answer: the score is that of the rules alone.
         * @enum {string}
         */
        RiskFactor: "cold_start_large_amount" | "first_transaction_amount" | "burst_10m" | "new_device_large_transfer" | "shared_device" | "merchant_left_out" | "device_known_fraud" | "account_known_fraud" | "card_testing" | "structuring" | "refund_without_payment" | "list_block" | "list_allow" | "amount_unusual" | "velocity_unusual" | "merchant_risk" | "device_risk" | "time_unusual" | "profile_risk" | "model_unavailable";
        /** @description A login of a machine, without its secret. */
        ServiceAccount: {
            /** @description Names the service account, as `sub` of its tokens and in audit histories. */
            service_account_id: string;
            /** @description The client whose machine it is: it sees and changes what is of this client. */
            client_id: string;
            /** @description What the machine is, in the words of whoever made it. */
            name: string;
            /** @description What it logs in as: `email` of `POST /api/auth/login`. No mail can be sent there. */
            email: string;
            /** @description What its tokens may do; never changes. */
            scopes: ("refund:read" | "refund:write" | "refund:void" | "refund:reconcile" | "audit:read" | "audit:read:any" | "transaction:read" | "transaction:write" | "fraud:score" | "fraud:review" | "fraud:admin" | "sms:analyze" | "vpn:use" | "vpn:use:any" | "vpn:admin" | "vpn:agent" | "notify:register" | "notify:send" | "notify:read" | "events:read" | "webhooks:manage" | "users:admin" | "subjects:erase")[];
            /**
             * @description Only an `active` one logs in, and only while its client is active.
             * @enum {string}
             */
            status: "active" | "expired" | "revoked";
            /** @description When it was made: ISO 8601, UTC, milliseconds. */
            created_at: string;
            /** @description From when on it opens nothing: ISO 8601, UTC, milliseconds; null = never. */
            expires_at: string | null;
            /** @description When it was revoked: ISO 8601, UTC, milliseconds; null = it was not. */
            revoked_at: string | null;
            /** @description When it last logged in, refreshed a token or asked something, to about a minute: ISO 8601, UTC, milliseconds; null = never. */
            last_used_at: string | null;
        };
        /** @description What was found of a message, as it is recorded. */
        SmsAnalysis: {
            /** @description The analysis: `sms_` and a UUID, 40 characters. */
            analysis_id: string;
            /** @description Your id of the message; null where it had none. */
            message_id: string | null;
            /** @description Whether the score reaches the threshold of the model, which its card tells. */
            is_phishing: boolean;
            /**
             * @description Below 0.30 low, below 0.60 medium, below 0.85 high, from there on critical; a bound belongs to the higher one.
             * @enum {string}
             */
            risk_level: "low" | "medium" | "high" | "critical";
            /** @description A calibrated probability, four decimals; rules may raise it, and cap it for what is harmless by its form, like one-time codes. */
            risk_score: number;
            /** @description Grows with the distance of the score from 0.5; lower for a language or words that are not known, few words, and rules that say otherwise than the model. */
            confidence_score: number;
            /** @description What speaks against the message. */
            threat_indicators: {
                /**
                 * @description What the message is like.
                 * @enum {string}
                 */
                type: "bank_impersonation" | "delivery_scam" | "prize_scam" | "urgency_language" | "suspicious_url" | "credential_request" | "government_impersonation" | "family_impersonation" | "job_scam" | "crypto_scam" | "wrong_number" | "phishing_wording";
                /**
                 * @description How much that says.
                 * @enum {string}
                 */
                severity: "low" | "medium" | "high" | "critical";
                /** @description The same for whoever got the message, in its language. */
                description: string;
                /** @description What was seen; null once the message is forgotten. */
                evidence: components["schemas"]["SmsEvidence"] | null;
            }[];
            /** @description What can be said of the sender. */
            sender_analysis: {
                /** @description Whether `contacts_hash` has the sender; false where it was not sent. */
                is_known_contact: boolean;
                /**
                 * @description What the sender is by its form, and by your contacts and country where you told them.
                 * @enum {string}
                 */
                sender_type: "short_code" | "alphanumeric" | "local_number" | "foreign_number" | "email_gateway" | "unknown_number" | "known_contact";
            };
            /** @description What can be said of the links. None was opened. */
            url_analysis: {
                /** @description Different addresses in the text and in `extracted_urls`. */
                urls_found: number;
                /** @description How many of them have the verdict malicious. */
                malicious_urls: number;
                /** @description At most 64 of them, in the order of the message; null once the message is forgotten. */
                urls: {
                    /** @description As it was found, whole again where it was disguised. */
                    url: string;
                    /** @description Where it leads. */
                    host: string;
                    /** @description What somebody registered; null for an address without a name. */
                    domain: string | null;
                    /**
                     * @description Official is an address of a known brand, an authority or a site that everybody knows.
                     * @enum {string}
                     */
                    verdict: "official" | "unremarkable" | "suspicious" | "malicious";
                    /** @description Why it is judged so, in words of ours. */
                    reasons: string[];
                    /** @description From 0 to 1. */
                    risk: number;
                    /** @description Where it was found. */
                    evidence: components["schemas"]["SmsEvidence"];
                }[] | null;
            };
            /** @description What to do, for whoever got the message, in its language; empty once the message is forgotten. */
            recommendations: string[];
            /** @description Of the message: en, es or other. Descriptions and advice are in es or else in en. */
            language: string;
            /** @description The rules that raised the score, by their names. */
            rules: string[];
            /** @description What scored it, as v<major>.<minor>.<patch>. */
            model_version: string;
            /** @description Of the set of rules. */
            rules_version: number;
            /** @description When it was analysed; ISO 8601, UTC, milliseconds. */
            analyzed_at: string;
        };
        /** @description An analysis, as it stands at this moment. */
        SmsAnalysisRecord: {
            /** @description The analysis: `sms_` and a UUID, 40 characters. */
            analysis_id: string;
            /** @description Your id of the message; `[erased]` once its person is. */
            message_id: string | null;
            /** @description Whether the score reaches the threshold of the model, which its card tells. */
            is_phishing: boolean;
            /**
             * @description Below 0.30 low, below 0.60 medium, below 0.85 high, from there on critical; a bound belongs to the higher one.
             * @enum {string}
             */
            risk_level: "low" | "medium" | "high" | "critical";
            /** @description A calibrated probability, four decimals; rules may raise it, and cap it for what is harmless by its form, like one-time codes. */
            risk_score: number;
            /** @description Grows with the distance of the score from 0.5; lower for a language or words that are not known, few words, and rules that say otherwise than the model. */
            confidence_score: number;
            /** @description What speaks against the message. */
            threat_indicators: {
                /**
                 * @description What the message is like.
                 * @enum {string}
                 */
                type: "bank_impersonation" | "delivery_scam" | "prize_scam" | "urgency_language" | "suspicious_url" | "credential_request" | "government_impersonation" | "family_impersonation" | "job_scam" | "crypto_scam" | "wrong_number" | "phishing_wording";
                /**
                 * @description How much that says.
                 * @enum {string}
                 */
                severity: "low" | "medium" | "high" | "critical";
                /** @description The same for whoever got the message, in its language. */
                description: string;
                /** @description What was seen; null once the message is forgotten. */
                evidence: components["schemas"]["SmsEvidence"] | null;
            }[];
            /** @description What can be said of the sender. */
            sender_analysis: {
                /** @description Whether `contacts_hash` has the sender; false where it was not sent. */
                is_known_contact: boolean;
                /**
                 * @description What the sender is by its form, and by your contacts and country where you told them.
                 * @enum {string}
                 */
                sender_type: "short_code" | "alphanumeric" | "local_number" | "foreign_number" | "email_gateway" | "unknown_number" | "known_contact";
            };
            /** @description What can be said of the links. None was opened. */
            url_analysis: {
                /** @description Different addresses in the text and in `extracted_urls`. */
                urls_found: number;
                /** @description How many of them have the verdict malicious. */
                malicious_urls: number;
                /** @description At most 64 of them, in the order of the message; null once the message is forgotten. */
                urls: {
                    /** @description As it was found, whole again where it was disguised. */
                    url: string;
                    /** @description Where it leads. */
                    host: string;
                    /** @description What somebody registered; null for an address without a name. */
                    domain: string | null;
                    /**
                     * @description Official is an address of a known brand, an authority or a site that everybody knows.
                     * @enum {string}
                     */
                    verdict: "official" | "unremarkable" | "suspicious" | "malicious";
                    /** @description Why it is judged so, in words of ours. */
                    reasons: string[];
                    /** @description From 0 to 1. */
                    risk: number;
                    /** @description Where it was found. */
                    evidence: components["schemas"]["SmsEvidence"];
                }[] | null;
            };
            /** @description What to do, for whoever got the message, in its language; empty once the message is forgotten. */
            recommendations: string[];
            /** @description Of the message: en, es or other. Descriptions and advice are in es or else in en. */
            language: string;
            /** @description The rules that raised the score, by their names. */
            rules: string[];
            /** @description What scored it, as v<major>.<minor>.<patch>. */
            model_version: string;
            /** @description Of the set of rules. */
            rules_version: number;
            /** @description When it was analysed; ISO 8601, UTC, milliseconds. */
            analyzed_at: string;
            /** @description Whose message it is; null where nobody said, `[erased]` once they are. */
            user_id: string | null;
            /** @description Your id of the device; `[erased]` once the person is. */
            device_id: string | null;
            /**
             * @description Where the message came from.
             * @enum {string}
             */
            platform: "android" | "sdk";
            /** @description When the message was received, by your word; ISO 8601, UTC, milliseconds. */
            received_date: string | null;
            /** @description The message itself, which is stored sealed; null once it is forgotten: by its time, or with its person. */
            message: {
                /** @description As it was sent. */
                sender: string | null;
                /** @description As it was sent. */
                message_content: string;
                /** @description As they were sent. */
                extracted_urls: string[];
            } | null;
            /** @description What the message was; null while nobody has said. */
            feedback: {
                /**
                 * @description What the message was, by the last word of whoever knows.
                 * @enum {string}
                 */
                verdict: "phishing" | "promotion" | "legitimate";
                /** @description When it was said; ISO 8601, UTC, milliseconds. */
                given_at: string;
                /** @description The user, or service account, that said it. */
                given_by: string;
            } | null;
        };
        /** @description What was found of each message. */
        SmsBatchResult: {
            /** @description Of this request: `smb_` and a UUID. Nothing is recorded under it. */
            batch_id: string;
            /** @description One for each message, in their order: what was found, or why nothing was. */
            results: (components["schemas"]["SmsAnalysis"] | {
                /** @description Your id of the message, where it has one that is valid. */
                message_id: string | null;
                /** @description Why the message was not analysed. */
                error: {
                    /** @description Why the message was not analysed, a code of the catalogue. */
                    code: string;
                    /** @description The same in words, for people. */
                    message: string;
                    /** @description Where it is wrong, by fields of the message. */
                    details: {
                        [key: string]: unknown;
                    };
                };
            })[];
            /** @description The whole in numbers. */
            summary: {
                /** @description Messages of the request. */
                total: number;
                /** @description How many were analysed, now or before. */
                analyzed: number;
                /** @description How many of these are phishing. */
                phishing: number;
                /** @description Those that were analysed, by level. */
                by_risk_level: {
                    /** @description Of these, how many are low. */
                    low: number;
                    /** @description Of these, how many are medium. */
                    medium: number;
                    /** @description Of these, how many are high. */
                    high: number;
                    /** @description Of these, how many are critical. */
                    critical: number;
                };
                /** @description How many were not analysed. */
                failed: number;
            };
        };
        /** @description What was seen, word for word. */
        SmsEvidence: {
            /**
             * @description Which part of the request it stands in.
             * @enum {string}
             */
            source: "text" | "sender" | "extracted_urls";
            /** @description Which of `extracted_urls`, from 0; only of these. */
            index?: number;
            /** @description Where it begins there, in UTF-16 units. */
            start: number;
            /** @description Where it ends, as above. */
            end: number;
            /** @description What stands there. */
            text: string;
        };
        /** @description A message that was received. */
        SmsMessage: {
            /** @description As the phone shows it: a number, a name or an address, at most 320 characters. */
            sender?: string | null;
            /** @description The text of the message, 1 to 10,000 UTF-16 units. */
            message_content: string;
            /** @description Your id of the message, 1 to 128 characters. With `device_id` it makes the request repeatable for 24 hours. */
            message_id?: string | null;
            /** @description When the message was received; ISO 8601 date and time with any offset. */
            received_date?: string | null;
            /** @description Where the message comes from: android or sdk. Messages of iOS come from the SDK only, which says sdk. */
            platform: string;
            /** @description Addresses that you found in the message, in any writing: at most 1,000 of 10,240 characters, and 65,536 together. None is ever opened. */
            extracted_urls?: string[] | null;
            /** @description Your id of the device, 1 to 128 characters. */
            device_id?: string | null;
            /** @description Your id of the user whose message it is, 1 to 128 characters; left out it is whose device it is for notifications, unless nobody but a consumer said so. A consumer is the user of the token, and needs to say nothing. */
            user_id?: string | null;
            /** @description SHA-256 of the numbers that the user knows, in E.164 form, in lower-case hexadecimal; at most 5,000. They serve this call and are not stored. */
            contacts_hash?: string[] | null;
        };
        /** @description A person of whom data are held, and how their erasure stands. */
        Subject: {
            /** @description The person, as the path names them. */
            user_id: string;
            /**
             * @description How it stands: active (no erasure was asked for), restricted (refunds that are under way end first), retained (kept until `retained_until`), shredding (the keys are deleted, what came in late is looked for), shredded (over).
             * @enum {string}
             */
            status: "active" | "restricted" | "retained" | "shredding" | "shredded";
            /** @description The last erasure that was asked for; null when none was. */
            erasure: {
                /**
                 * @description Why. `aml_retention`, `tax_retention` and `legal_claim` are duties to keep: the person is restricted now and erased `RETENTION_YEARS` after their last refund closed. Under any other the person is erased now.
                 * @enum {string}
                 */
                legal_basis: "aml_retention" | "tax_retention" | "legal_claim" | "gdpr_art_17" | "consent_withdrawn" | "objection" | "purpose_ended" | "unlawful_processing";
                /** @description When it was asked for; ISO 8601, UTC, milliseconds. */
                requested_at: string;
                /** @description The user, or service account, that asked for it. */
                requested_by: string;
                /** @description When the duty to keep ends; null where there is none, and until every refund is closed; ISO 8601, UTC, milliseconds. */
                retained_until: string | null;
                /** @description When the data keys were deleted, from when on no process but those that remember one can open anything; null until then; ISO 8601, UTC, milliseconds. */
                keys_deleted_at: string | null;
                /** @description When it was over: nothing can be opened by anybody any more; null until then; ISO 8601, UTC, milliseconds. */
                shredded_at: string | null;
                /** @description How many objects (refunds, transactions, sessions …) were restricted or erased. */
                streams: number;
            } | null;
        };
        /** @description The tokens of a new session. */
        TokenSet: {
            /** @description The token that requests carry, as `Authorization: Bearer …`; a JWT of at most 8,192 characters. */
            access_token: string;
            /** @description Good only for POST /api/auth/refresh and logging out, for 30 days; a JWT. */
            refresh_token: string;
            /**
             * @description Always `Bearer`.
             * @constant
             */
            token_type: "Bearer";
            /** @description Seconds for which the access token is good, 3,600. */
            expires_in: number;
            /** @description Who is logged in. */
            user: {
                /** @description The user: `usr_` and a UUID. */
                id: string;
                /** @description The user's address; null after an erasure. */
                email: string | null;
            };
        };
        /** @description A transaction as it was recorded, what is left of it to refund, and its refunds. */
        TransactionRecord: {
            /** @description Your own id of the transaction. */
            transaction_id: string;
            /** @description Your own id of the user whose transaction it is. */
            user_id: string;
            /** @description The user's account, as it was recorded; null when none was. */
            account_id: string | null;
            /** @description Of the transaction, in major units with at most the currency's decimals. */
            amount: number;
            /** @description Of all amounts here: ISO 4217, upper case. */
            currency: string;
            /** @description What kind of transaction it is: transfer, payment, withdrawal, deposit, refund. */
            operation_type: string;
            /** @description Who was paid, as it was recorded; null when nobody was named. */
            merchant: {
                /** @description The merchant's id, as it was recorded; null when none was. */
                id: string | null;
                /** @description The merchant's name, as it was recorded; null when none was. */
                name: string | null;
                /** @description Its category, as it was recorded; null when none was. */
                category: string | null;
            } | null;
            /** @description What the transaction was made with, as it was recorded; null when nothing was. */
            device: {
                /** @description Its address, as it was recorded; null when none was. */
                ip: string | null;
                /** @description Its user agent, as it was recorded; null when none was. */
                user_agent: string | null;
                /** @description Its fingerprint, as it was recorded; null when none was. */
                fingerprint: string | null;
            } | null;
            /** @description When it happened, by your word: ISO 8601, UTC, milliseconds. */
            timestamp: string;
            /** @description What refunds have been given of it or hold of it, in major units: pending and processing ones count, failed and cancelled ones do not, and a voided one until its money is back. */
            refunded_amount: number;
            /** @description What a refund request could have of it at this moment, in major units; 0 when nothing is left. */
            refundable_amount: number;
            /** @description Its refunds, newest first, 50 at most. */
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
                /** @description Of the refund; that of the transaction. */
                currency: string;
                /** @description With which it was requested. */
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
            /**
             * @description What the user may do; “Authentication and roles” lists the scopes of each role.
             * @enum {string}
             */
            role: "consumer" | "integrator" | "operator" | "auditor" | "admin";
            /**
             * @description Whether the user may come in.
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
            /** @description What people call it. */
            name: string;
            /** @description The country it stands in, by its name. */
            country: string;
            /** @description ISO 3166-1 code of the country, two upper-case letters. */
            country_code: string;
            /** @description The city it stands in. */
            city: string;
            /** @description Where clients find it: an IPv4 or IPv6 address. */
            ip: string;
            /** @description The port that it listens on. */
            port: number;
            /**
             * @description What tunnels are carried by.
             * @enum {string}
             */
            protocol: "udp" | "tcp";
            /** @description How much of it is in use, 0 to 100; 100 means that it has no room. */
            capacity_percent: number;
            /**
             * @description The same in a word: Medium from 50 percent on, High from 80.
             * @enum {string}
             */
            load: "Low" | "Medium" | "High";
            /** @description One of the up to three servers that are online and least in use. */
            recommended: boolean;
            /**
             * @description In maintenance it takes no new sessions.
             * @enum {string}
             */
            status: "online" | "maintenance";
        };
        /** @description A server as whoever runs it sees it. */
        VpnServerRecord: {
            /** @description The number of the server. */
            id: number;
            /** @description What people call it. */
            name: string;
            /** @description The country it stands in, by its name. */
            country: string;
            /** @description ISO 3166-1 code of the country, two upper-case letters. */
            country_code: string;
            /** @description The city it stands in. */
            city: string;
            /** @description Where clients find it: an IPv4 or IPv6 address. */
            ip: string;
            /** @description The port that it listens on. */
            port: number;
            /**
             * @description What tunnels are carried by.
             * @enum {string}
             */
            protocol: "udp" | "tcp";
            /** @description Sessions that it has room for at the same time, 1 to 5000. */
            capacity: number;
            /** @description What clients ask for names while they are connected. */
            dns_servers: string[];
            /** @description Where tunnels lead: `full`, networks in CIDR notation, or `none`, which is what servers have that were registered before there was a choice. */
            routing: ("full" | "none") | string[];
            /**
             * @description Whether it takes new sessions.
             * @enum {string}
             */
            status: "online" | "maintenance" | "retired";
            /** @description How many of its slots are taken, at this moment. */
            used: number;
        };
        /** @description A session that is open. */
        VpnSession: {
            /** @description The session: `vps_` and a UUID, 40 characters. */
            session_id: string;
            /** @description Whose session it is, by the client's own id. */
            user_id: string;
            /** @description Which of the user's slots the device has, 1 or 2. */
            slot_id: number;
            /** @description The number of the server. */
            server_id: number;
            /** @description The device, by its own id. */
            device_id: string;
            /**
             * @description Connected once its device has said that it lives.
             * @enum {string}
             */
            status: "issued" | "connected";
            /** @description When the session was opened; ISO 8601, UTC, milliseconds. */
            issued_at: string;
            /** @description When its device was heard for the first time, null before that; ISO 8601, UTC, milliseconds. */
            connected_at: string | null;
            /** @description When the session ends unless it says again that it lives; ISO 8601, UTC, milliseconds. */
            lease_expires_at: string;
            /** @description When the credentials end, a day after they were issued, whatever happens; ISO 8601, UTC, milliseconds. */
            expires_at: string;
            /** @description What came through the tunnel so far, in bytes, as far as it was told. */
            bytes_in: number;
            /** @description What went through the tunnel so far, in bytes, as far as it was told. */
            bytes_out: number;
        };
        /** @description A session, open or over. */
        VpnSessionPast: {
            /** @description The session: `vps_` and a UUID, 40 characters. */
            session_id: string;
            /** @description Whose session it was, by the client's own id; `[erased]` after an erasure. */
            user_id: string;
            /** @description The number of the server. */
            server_id: number;
            /** @description Which of the user's slots the device has, 1 or 2. */
            slot_id: number;
            /** @description What kind of device it was, null when not said. */
            device_type: string | null;
            /** @description What it ran, null when not said. */
            platform: string | null;
            /**
             * @description Where it stands: issued, connected, or how it ended. Withdrawn is one for which nothing could be handed out.
             * @enum {string}
             */
            status: "issued" | "connected" | "disconnected" | "expired" | "revoked" | "withdrawn";
            /** @description When the session was opened; ISO 8601, UTC, milliseconds. */
            issued_at: string;
            /** @description When its device was heard for the first time, null when never; ISO 8601, UTC, milliseconds. */
            connected_at: string | null;
            /** @description When it ended, null while it is open; ISO 8601, UTC, milliseconds. */
            ended_at: string | null;
            /** @description Why it was revoked; null otherwise. */
            reason: string | null;
        };
        /** @description Another endpoint of yours that was switched off. */
        WebhookDisabledData: {
            /**
             * @description Always `webhook`.
             * @constant
             */
            object: "webhook";
            /** @description The endpoint: `wh_` and a UUID. */
            webhook_id: string;
            /**
             * @description Why it is off: it answered 410, or it failed for seven days.
             * @enum {string}
             */
            reason: "gone" | "failing";
            /** @description The UTC days on which it failed, ISO 8601 dates; empty when it answered 410. */
            failed_days: string[];
            /** @description When it was switched off; ISO 8601, UTC, milliseconds. */
            disabled_at: string;
        };
        /** @description An endpoint as it stands now, without its secret. */
        WebhookRecord: {
            /** @description The endpoint: `wh_` and a UUID. */
            webhook_id: string;
            /** @description The HTTPS address that events are sent to, at most 2,048 characters. */
            url: string;
            /** @description Types it gets: a type, a family such as `refund.*`, or `*` for everything. */
            events: string[];
            /** @description Your note on it, at most 500 characters; null without one. */
            description: string | null;
            /** @description What you keep with it, at most 4,096 bytes of JSON. */
            metadata: {
                [key: string]: components["schemas"]["__schema0"];
            };
            /** @description Deliveries per second at most; null means as fast as the endpoint answers. */
            rate_per_second: number | null;
            /**
             * @description Whether events are sent to it.
             * @enum {string}
             */
            status: "active" | "disabled";
            /** @description Why it is off: you asked for it, it answered 410, or it failed for seven days; null while it is active. */
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
         *     `AUTH_002`: The token has expired. Get a new access token with the refresh token, or log in again when that one has expired.
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
         *     `AUTH_002`: The token has expired. Get a new access token with the refresh token, or log in again when that one has expired.
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
                         * @description What is wrong, a code of the catalogue; it never changes its meaning.
                         * @enum {string}
                         */
                        code: "AUTH_001" | "AUTH_002";
                        /** @description What is wrong in words, for people. */
                        message: string;
                        /** @description Where it is wrong: `field`, `reason` and `fields` of a request that is not valid, or what the code tells. */
                        details?: {
                            [key: string]: unknown;
                        };
                        /** @description The answer's `X-Request-Id`; name it when you report a problem. */
                        request_id: string;
                    };
                };
            };
        };
        /** @description `AUTH_003`: Insufficient scope. Ask an administrator for a role with the scope in `details.required_scope`, or for one of `details.required_roles`; when a reason is given instead, the caller may not do this. */
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
        /** @description `AUTH_003`: Insufficient scope. Ask an administrator for a role with the scope in `details.required_scope`, or for one of `details.required_roles`; when a reason is given instead, the caller may not do this. */
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
                         * @description What is wrong, a code of the catalogue; it never changes its meaning.
                         * @enum {string}
                         */
                        code: "AUTH_003";
                        /** @description What is wrong in words, for people. */
                        message: string;
                        /** @description Where it is wrong: `field`, `reason` and `fields` of a request that is not valid, or what the code tells. */
                        details?: {
                            [key: string]: unknown;
                        };
                        /** @description The answer's `X-Request-Id`; name it when you report a problem. */
                        request_id: string;
                    };
                };
            };
        };
        /**
         * @description `AUTH_004`: Too many login attempts. Wait for the seconds of `Retry-After`; even the right password is refused until then.
         *
         *     `RATE_LIMIT_EXCEEDED`: Too many requests. Wait for the seconds of `Retry-After`, then send it again.
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
        /** @description `CONFLICT`: The request conflicts with what is already recorded. Read what is recorded and decide anew; repeating the request gives the same answer. */
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
        /** @description `CONFLICT`: The request conflicts with what is already recorded. Read what is recorded and decide anew; repeating the request gives the same answer. */
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
                         * @description What is wrong, a code of the catalogue; it never changes its meaning.
                         * @enum {string}
                         */
                        code: "CONFLICT";
                        /** @description What is wrong in words, for people. */
                        message: string;
                        /** @description Where it is wrong: `field`, `reason` and `fields` of a request that is not valid, or what the code tells. */
                        details?: {
                            [key: string]: unknown;
                        };
                        /** @description The answer's `X-Request-Id`; name it when you report a problem. */
                        request_id: string;
                    };
                };
            };
        };
        /** @description `FRAUD_001`: Invalid transaction data. Correct the fields that `details` names. */
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
                         * @description What is wrong, a code of the catalogue; it never changes its meaning.
                         * @enum {string}
                         */
                        code: "FRAUD_001";
                        /** @description What is wrong in words, for people. */
                        message: string;
                        /** @description Where it is wrong: `field`, `reason` and `fields` of a request that is not valid, or what the code tells. */
                        details?: {
                            [key: string]: unknown;
                        };
                        /** @description The answer's `X-Request-Id`; name it when you report a problem. */
                        request_id: string;
                    };
                };
            };
        };
        /**
         * @description `FRAUD_002`: Too many transactions in the batch. Split the batch.
         *
         *     `INVALID_FILTER_PARAMS`: A filter value is not valid. Correct the filter that `details` names.
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
                         * @description What is wrong, a code of the catalogue; it never changes its meaning.
                         * @enum {string}
                         */
                        code: "FRAUD_002" | "INVALID_FILTER_PARAMS";
                        /** @description What is wrong in words, for people. */
                        message: string;
                        /** @description Where it is wrong: `field`, `reason` and `fields` of a request that is not valid, or what the code tells. */
                        details?: {
                            [key: string]: unknown;
                        };
                        /** @description The answer's `X-Request-Id`; name it when you report a problem. */
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
         *     `NOT_FOUND`: There is no such resource. Check the id and the path; what belongs to another client does not exist for you.
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
                         * @description What is wrong, a code of the catalogue; it never changes its meaning.
                         * @enum {string}
                         */
                        code: "FRAUD_003" | "NOT_FOUND";
                        /** @description What is wrong in words, for people. */
                        message: string;
                        /** @description Where it is wrong: `field`, `reason` and `fields` of a request that is not valid, or what the code tells. */
                        details?: {
                            [key: string]: unknown;
                        };
                        /** @description The answer's `X-Request-Id`; name it when you report a problem. */
                        request_id: string;
                    };
                };
            };
        };
        /** @description `FRAUD_004`: Unsupported transaction type. Use an operation type that is listed. */
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
                         * @description What is wrong, a code of the catalogue; it never changes its meaning.
                         * @enum {string}
                         */
                        code: "FRAUD_004";
                        /** @description What is wrong in words, for people. */
                        message: string;
                        /** @description Where it is wrong: `field`, `reason` and `fields` of a request that is not valid, or what the code tells. */
                        details?: {
                            [key: string]: unknown;
                        };
                        /** @description The answer's `X-Request-Id`; name it when you report a problem. */
                        request_id: string;
                    };
                };
            };
        };
        /**
         * @description `FRAUD_006`: ML model error. Repeat it; if it stays, report the `request_id`.
         *
         *     `INTERNAL_ERROR`: An unexpected error occurred. Repeat it once; if it stays, report the `request_id`.
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
                         * @description What is wrong, a code of the catalogue; it never changes its meaning.
                         * @enum {string}
                         */
                        code: "FRAUD_006" | "INTERNAL_ERROR";
                        /** @description What is wrong in words, for people. */
                        message: string;
                        /** @description Where it is wrong: `field`, `reason` and `fields` of a request that is not valid, or what the code tells. */
                        details?: {
                            [key: string]: unknown;
                        };
                        /** @description The answer's `X-Request-Id`; name it when you report a problem. */
                        request_id: string;
                    };
                };
            };
        };
        /**
         * @description `IDEMPOTENCY_IN_PROGRESS`: A request with this Idempotency-Key is still being processed. Read the refund in `details.refund_id`, or repeat the request after the seconds of `Retry-After`.
         *
         *     `REFUND_007`: Transaction already refunded. Nothing is left to refund; do not repeat it.
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
         * @description `IDEMPOTENCY_KEY_REUSED`: This Idempotency-Key was used with another request. Use a new key for a new request; a repeat must be the same request.
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
         * @description `IDEMPOTENCY_KEY_REUSED`: This Idempotency-Key was used with another request. Use a new key for a new request; a repeat must be the same request.
         *
         *     `REFUND_008`: Amount exceeds the original transaction. Ask for at most `details.remaining`.
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
        /** @description `INTERNAL_ERROR`: An unexpected error occurred. Repeat it once; if it stays, report the `request_id`. */
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
        /** @description `INTERNAL_ERROR`: An unexpected error occurred. Repeat it once; if it stays, report the `request_id`. */
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
         * @description `INTERNAL_ERROR`: An unexpected error occurred. Repeat it once; if it stays, report the `request_id`.
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
        /** @description `INVALID_DATE_RANGE`: date_from must be before date_to. Let date_from lie before date_to. */
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
                         * @description What is wrong, a code of the catalogue; it never changes its meaning.
                         * @enum {string}
                         */
                        code: "INVALID_DATE_RANGE";
                        /** @description What is wrong in words, for people. */
                        message: string;
                        /** @description Where it is wrong: `field`, `reason` and `fields` of a request that is not valid, or what the code tells. */
                        details?: {
                            [key: string]: unknown;
                        };
                        /** @description The answer's `X-Request-Id`; name it when you report a problem. */
                        request_id: string;
                    };
                };
            };
        };
        /** @description `INVALID_REQUEST`: The request is not valid. Correct what `details.fields` names, then send it again. */
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
         * @description `INVALID_REQUEST`: The request is not valid. Correct what `details.fields` names, then send it again.
         *
         *     `NOTIF_001`: Invalid push token. Ask the push network for the token anew, and send it with the platform that it is of.
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
         * @description `INVALID_REQUEST`: The request is not valid. Correct what `details.fields` names, then send it again.
         *
         *     `VPN_006`: Device already connected. Use the session in `details.session_id`, or end it and connect anew where its password was lost.
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
        /** @description `NOT_FOUND`: There is no such resource. Check the id and the path; what belongs to another client does not exist for you. */
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
         * @description `NOT_FOUND`: There is no such resource. Check the id and the path; what belongs to another client does not exist for you.
         *
         *     `REFUND_003`: Refund not found. Check the refund id; another client's refund does not exist for you.
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
         * @description `NOT_FOUND`: There is no such resource. Check the id and the path; what belongs to another client does not exist for you.
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
         * @description `NOT_FOUND`: There is no such resource. Check the id and the path; what belongs to another client does not exist for you.
         *
         *     `VPN_004`: Server not found. Check the server id.
         *
         *     `VPN_005`: Session not found. Connect anew.
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
         * @description `NOT_FOUND`: There is no such resource. Check the id and the path; what belongs to another client does not exist for you.
         *
         *     `VPN_005`: Session not found. Connect anew.
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
         * @description `NOTIF_002`: Device not registered. Register a device of the user first; a registration that is over, or somebody else’s, does not exist for you.
         *
         *     `NOT_FOUND`: There is no such resource. Check the id and the path; what belongs to another client does not exist for you.
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
         * @description `NOTIF_002`: Device not registered. Register a device of the user first; a registration that is over, or somebody else’s, does not exist for you.
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
         *     `NOT_FOUND`: There is no such resource. Check the id and the path; what belongs to another client does not exist for you.
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
        /** @description `NOTIF_007`: Rate limit exceeded. Wait for the seconds of `Retry-After`. */
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
         *     `SERVICE_UNAVAILABLE`: The service is temporarily unavailable. Wait for the seconds of `Retry-After`, then repeat it, a refund request with the same Idempotency-Key; the outcome may be unknown.
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
        /** @description `PAYLOAD_TOO_LARGE`: The request body is too large. Split the request; a body holds 1 MiB at most, that of an endpoint 64 KiB, a batch of messages 4 MiB. */
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
        /** @description `PAYLOAD_TOO_LARGE`: The request body is too large. Split the request; a body holds 1 MiB at most, that of an endpoint 64 KiB, a batch of messages 4 MiB. */
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
                         * @description What is wrong, a code of the catalogue; it never changes its meaning.
                         * @enum {string}
                         */
                        code: "PAYLOAD_TOO_LARGE";
                        /** @description What is wrong in words, for people. */
                        message: string;
                        /** @description Where it is wrong: `field`, `reason` and `fields` of a request that is not valid, or what the code tells. */
                        details?: {
                            [key: string]: unknown;
                        };
                        /** @description The answer's `X-Request-Id`; name it when you report a problem. */
                        request_id: string;
                    };
                };
            };
        };
        /** @description `RATE_LIMIT_EXCEEDED`: Too many requests. Wait for the seconds of `Retry-After`, then send it again. */
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
        /** @description `RATE_LIMIT_EXCEEDED`: Too many requests. Wait for the seconds of `Retry-After`, then send it again. */
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
                         * @description What is wrong, a code of the catalogue; it never changes its meaning.
                         * @enum {string}
                         */
                        code: "RATE_LIMIT_EXCEEDED";
                        /** @description What is wrong in words, for people. */
                        message: string;
                        /** @description Where it is wrong: `field`, `reason` and `fields` of a request that is not valid, or what the code tells. */
                        details?: {
                            [key: string]: unknown;
                        };
                        /** @description The answer's `X-Request-Id`; name it when you report a problem. */
                        request_id: string;
                    };
                };
            };
        };
        /**
         * @description `RATE_LIMIT_EXCEEDED`: Too many requests. Wait for the seconds of `Retry-After`, then send it again.
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
        /** @description `REFUND_001`: Invalid refund request. Correct what `details.fields` names, then send it again with the same key. */
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
         * @description `REFUND_001`: Invalid refund request. Correct what `details.fields` names, then send it again with the same key.
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
        /** @description `REFUND_006`: Invalid state transition. Read the refund: its status does not allow this, and `details.status` says which it has. */
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
         * @description `REFUND_006`: Invalid state transition. Read the refund: its status does not allow this, and `details.status` says which it has.
         *
         *     `REFUND_007`: Transaction already refunded. Nothing is left to refund; do not repeat it.
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
         * @description `REFUND_008`: Amount exceeds the original transaction. Ask for at most `details.remaining`.
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
         * @description `REFUND_009`: Payment provider unavailable. Wait for the seconds of `Retry-After`, then send it again with the same key; nothing was recorded.
         *
         *     `SERVICE_UNAVAILABLE`: The service is temporarily unavailable. Wait for the seconds of `Retry-After`, then repeat it, a refund request with the same Idempotency-Key; the outcome may be unknown.
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
        /** @description `SERVICE_UNAVAILABLE`: The service is temporarily unavailable. Wait for the seconds of `Retry-After`, then repeat it, a refund request with the same Idempotency-Key; the outcome may be unknown. */
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
        /** @description `SERVICE_UNAVAILABLE`: The service is temporarily unavailable. Wait for the seconds of `Retry-After`, then repeat it, a refund request with the same Idempotency-Key; the outcome may be unknown. */
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
                         * @description What is wrong, a code of the catalogue; it never changes its meaning.
                         * @enum {string}
                         */
                        code: "SERVICE_UNAVAILABLE";
                        /** @description What is wrong in words, for people. */
                        message: string;
                        /** @description Where it is wrong: `field`, `reason` and `fields` of a request that is not valid, or what the code tells. */
                        details?: {
                            [key: string]: unknown;
                        };
                        /** @description The answer's `X-Request-Id`; name it when you report a problem. */
                        request_id: string;
                    };
                };
            };
        };
        /** @description `SERVICE_UNAVAILABLE`: The service is temporarily unavailable. Wait for the seconds of `Retry-After`, then repeat it, a refund request with the same Idempotency-Key; the outcome may be unknown. */
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
         * @description `SERVICE_UNAVAILABLE`: The service is temporarily unavailable. Wait for the seconds of `Retry-After`, then repeat it, a refund request with the same Idempotency-Key; the outcome may be unknown.
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
        /** @description `UNSUPPORTED_MEDIA_TYPE`: The request body must be application/json. Send `Content-Type: application/json`, or what the operation names, in UTF-8 and without a content coding. */
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
        /** @description `UNSUPPORTED_MEDIA_TYPE`: The request body must be application/json. Send `Content-Type: application/json`, or what the operation names, in UTF-8 and without a content coding. */
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
                         * @description What is wrong, a code of the catalogue; it never changes its meaning.
                         * @enum {string}
                         */
                        code: "UNSUPPORTED_MEDIA_TYPE";
                        /** @description What is wrong in words, for people. */
                        message: string;
                        /** @description Where it is wrong: `field`, `reason` and `fields` of a request that is not valid, or what the code tells. */
                        details?: {
                            [key: string]: unknown;
                        };
                        /** @description The answer's `X-Request-Id`; name it when you report a problem. */
                        request_id: string;
                    };
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
        /** @description `VPN_005`: Session not found. Connect anew. */
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
        /** @description `VPN_007`: Heartbeat timeout. Connect anew. */
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
        /** @description The caller's own X-Request-Id when it was usable, otherwise ours. */
        "X-Request-Id": string;
        /** @description Requests allowed in the window that binds first. */
        "X-RateLimit-Limit": number;
        /** @description Requests left in that window. */
        "X-RateLimit-Remaining": number;
        /** @description End of that window in Unix seconds. */
        "X-RateLimit-Reset": number;
        /** @description The same window as the IETF draft writes it. */
        RateLimit: string;
        /** @description Every window as the IETF draft writes it. */
        "RateLimit-Policy": string;
        /** @description The request was made before; nothing was done again. */
        "Idempotent-Replayed": "true";
        /** @description Seconds to wait before the request is repeated. */
        "Retry-After": number;
        /** @description `Bearer`, with the reason when a token was sent. */
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
            /** @description The process answers. */
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
                                 * @description How it is; `off` means that it is not configured, and not missed.
                                 * @enum {string}
                                 */
                                state: "up" | "degraded" | "down" | "off";
                                /** @description Age of the oldest work that waits, in milliseconds; roles have one. */
                                lag_ms?: number;
                                /** @description Milliseconds by which this machine's clock is ahead of the database's; the part `clock` has it. */
                                offset_ms?: number;
                                /**
                                 * Format: date-time
                                 * @description When a verification last found the whole event store as its checkpoints say; the part `audit` has it.
                                 */
                                proved_at?: string;
                                /** @description What is not in order, in words; absent when all is. */
                                note?: string;
                            };
                        };
                    };
                };
            };
            500: components["responses"]["INTERNAL_ERROR.unlimited"];
            /** @description Something that is configured does not work; ask again after `Retry-After`. */
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
                                 * @description How it is; `off` means that it is not configured, and not missed.
                                 * @enum {string}
                                 */
                                state: "up" | "degraded" | "down" | "off";
                                /** @description Age of the oldest work that waits, in milliseconds; roles have one. */
                                lag_ms?: number;
                                /** @description Milliseconds by which this machine's clock is ahead of the database's; the part `clock` has it. */
                                offset_ms?: number;
                                /**
                                 * Format: date-time
                                 * @description When a verification last found the whole event store as its checkpoints say; the part `audit` has it.
                                 */
                                proved_at?: string;
                                /** @description What is not in order, in words; absent when all is. */
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
                    /** @description Your id of the device that the session is for, 1 to 128 characters: random, and the same at each login from it. Without one the device is known by its `User-Agent`, without version numbers, and its network. */
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
            /** @description Whose token it is, and what it may do. */
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
                    /** @description The password that is used now, at most 256 bytes of UTF-8. */
                    current_password: string;
                    /** @description The new password: at least 12 characters, at most 256 bytes of UTF-8. */
                    new_password: string;
                };
            };
        };
        responses: {
            /** @description The password is changed and every session is over, this one included. */
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
                        /** @description Every key that a valid token may be signed with, the first of which signs, and after them those that sign exports and checkpoints of the audit. A token signed by one of the latter is not valid. */
                        keys: {
                            /** @description Kind of key: `EC` of tokens, `OKP` of the audit. */
                            kty: string;
                            /** @description Curve of the key: `P-256` of tokens, `Ed25519` of the audit. */
                            crv: string;
                            /** @description First coordinate, base64url. */
                            x: string;
                            /** @description Second coordinate, base64url; missing where the curve has one alone. */
                            y?: string;
                            /** @description Id of the key (RFC 7638), as the header of a token or the manifest of an export names it. */
                            kid: string;
                            /** @description What it is for, `sig`. */
                            use: string;
                            /** @description Algorithm of the signature: `ES256` of tokens, `EdDSA` of the audit. */
                            alg: string;
                        }[];
                    };
                };
            };
            500: components["responses"]["INTERNAL_ERROR.unlimited"];
            503: components["responses"]["SERVICE_UNAVAILABLE.unlimited"];
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
            /** @description A fresh nonce. */
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
                        /** @description Put it into the request for the id token; good once. 32 bytes, base64url. */
                        nonce: string;
                        /** @description Seconds for which it is good, 600. */
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
                     * @description Whose account it is.
                     * @enum {string}
                     */
                    provider: "google" | "apple";
                    /** @description The id token as the provider issued it within the last hour, at most 8,192 characters; good once. */
                    id_token: string;
                    /** @description From POST /api/auth/nonce, when the token was asked for with it; at most 128 characters. */
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
                     * @description Whose account it is.
                     * @enum {string}
                     */
                    provider: "google" | "apple";
                    /** @description The id token as the provider issued it within the last hour, at most 8,192 characters; good once. */
                    id_token: string;
                    /** @description From POST /api/auth/nonce, when the token was asked for with it; at most 128 characters. */
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
                             * @description Whose account it is.
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
            /** @description The account logs nobody in any more. */
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
                    /** @description The key that will log in, at most 128 characters; leave it out to register one. */
                    credential_id?: string | null;
                } | null;
            };
        };
        responses: {
            /** @description A fresh challenge. */
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
                        /** @description Name it with the signature: `chl_` and a UUID. */
                        challenge_id: string;
                        /** @description What to sign: 32 bytes, base64url. */
                        challenge: string;
                        /** @description Seconds for which it is good, 120. */
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
                     * @description What the device runs.
                     * @enum {string}
                     */
                    platform: "ios" | "android" | "web";
                    /** @description The challenge that was signed, at most 128 characters. */
                    challenge_id: string;
                    /**
                     * @description A key of the device itself; may be left out.
                     * @default device
                     * @constant
                     */
                    type?: "device";
                    /**
                     * @description Always `ES256`; may be left out.
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
                     * @description What the device runs.
                     * @enum {string}
                     */
                    platform: "ios" | "android" | "web";
                    /** @description The challenge that was signed, at most 128 characters. */
                    challenge_id: string;
                    /**
                     * @description A WebAuthn key.
                     * @constant
                     */
                    type: "webauthn";
                    /** @description What `navigator.credentials.create` gave, as JSON. */
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
                         * @description What extensions said; not looked at.
                         * @default {}
                         */
                        clientExtensionResults?: Record<string, never>;
                        /** @description What the authenticator answered. */
                        response: {
                            /** @description `clientDataJSON` of the answer, base64url, at most 16384 characters. */
                            clientDataJSON: string;
                            /** @description `attestationObject` of the answer, base64url, at most 16384 characters. */
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
                    /** @description The challenge that was signed, at most 128 characters. */
                    challenge_id: string;
                    /** @description Your id of the device, 1 to 128 characters. */
                    device_id: string;
                    /**
                     * @description A key of the device itself; may be left out.
                     * @default device
                     * @constant
                     */
                    type?: "device";
                    /** @description ES256 over `biometric-login.v1`, challenge, `credential_id` and `device_id`, one per line; DER or raw, base64url, at most 128 characters. */
                    signature: string;
                } | {
                    /** @description The key that signed, at most 128 characters. */
                    credential_id: string;
                    /** @description The challenge that was signed, at most 128 characters. */
                    challenge_id: string;
                    /** @description Your id of the device, 1 to 128 characters. */
                    device_id: string;
                    /**
                     * @description A WebAuthn key.
                     * @constant
                     */
                    type: "webauthn";
                    /** @description What `navigator.credentials.get` gave, as JSON. */
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
                         * @description What extensions said; not looked at.
                         * @default {}
                         */
                        clientExtensionResults?: Record<string, never>;
                        /** @description What the authenticator answered. */
                        response: {
                            /** @description `clientDataJSON` of the answer, base64url, at most 16384 characters. */
                            clientDataJSON: string;
                            /** @description `authenticatorData` of the answer, base64url, at most 16384 characters. */
                            authenticatorData: string;
                            /** @description `signature` of the answer, base64url, at most 16384 characters. */
                            signature: string;
                        };
                    };
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
                             * @description Which kind of key it is.
                             * @enum {string}
                             */
                            type: "device" | "webauthn";
                            /** @description Your id of the device, at most 128 characters. */
                            device_id: string;
                            /**
                             * @description What the device runs.
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
                            /** @description When it was last logged in with, null when never; ISO 8601, UTC, milliseconds. */
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
            /** @description The key logs nobody in any more. */
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
    listClients: {
        parameters: {
            query?: {
                /** @description The last id of the page before, at most 128 characters; leave it out for the first page. */
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
            /** @description A page of clients; a full one may have another after it. */
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
                     * @description How often the client may ask; “Rate limits” lists the numbers of each tier.
                     * @default B
                     * @enum {string}
                     */
                    tier?: "A" | "B" | "C";
                    /** @description Rate limits in place of the tier's; null means the tier's. */
                    agreed_limit?: {
                        /** @description Requests a minute, at least 1. */
                        per_minute: number;
                        /** @description Requests a UTC day, at least 1; null means no limit for a day. */
                        per_day: number | null;
                    } | null;
                    /** @description How many messages may be analysed, in place of the tier's number; null means the tier's. */
                    sms_quota?: {
                        /** @description Analyses a UTC calendar month, at least 1; null means no limit. */
                        per_month: number | null;
                    } | null;
                    /** @description Where the people of the client are, ISO 3166-1 in two capital letters; by it a number that sends messages is local or foreign. Null means that nothing is said. */
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
                     * @description How often the client may ask; “Rate limits” lists the numbers of each tier.
                     * @enum {string}
                     */
                    tier?: "A" | "B" | "C";
                    /** @description Rate limits in place of the tier's; null means the tier's. */
                    agreed_limit?: {
                        /** @description Requests a minute, at least 1. */
                        per_minute: number;
                        /** @description Requests a UTC day, at least 1; null means no limit for a day. */
                        per_day: number | null;
                    } | null;
                    /** @description How many messages may be analysed, in place of the tier's number; null means the tier's. */
                    sms_quota?: {
                        /** @description Analyses a UTC calendar month, at least 1; null means no limit. */
                        per_month: number | null;
                    } | null;
                    /** @description Where the people of the client are, ISO 3166-1 in two capital letters; by it a number that sends messages is local or foreign. Null means that nothing is said. */
                    country?: string | null;
                    /**
                     * @description Whether users of the client may come in.
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
                /** @description The last id of the page before, at most 128 characters; leave it out for the first page. */
                after?: string;
                /** @description Entries on a page, 1 to 100. */
                limit?: string;
                /** @description Whose users; the caller's own client when it is left out. */
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
            /** @description A page of users; a full one may have another after it. */
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
                    /** @description The client of the user; the caller's own when it is left out. */
                    client_id?: string;
                    /**
                     * Format: email
                     * @description Address to log in with, at most 254 characters.
                     */
                    email: string;
                    /**
                     * @description What the user may do; “Authentication and roles” lists the scopes of each role.
                     * @enum {string}
                     */
                    role: "consumer" | "integrator" | "operator" | "auditor" | "admin";
                    /** @description The new password: at least 12 characters, at most 256 bytes of UTF-8. Without one the user comes in by social or biometric login only. */
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
                     * @description What the user may do; “Authentication and roles” lists the scopes of each role.
                     * @enum {string}
                     */
                    role?: "consumer" | "integrator" | "operator" | "auditor" | "admin";
                    /**
                     * @description Whether the user may come in.
                     * @enum {string}
                     */
                    status?: "active" | "disabled";
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
                /** @description The last id of the page before, at most 128 characters; leave it out for the first page. */
                after?: string;
                /** @description Entries on a page, 1 to 100. */
                limit?: string;
            };
            header?: never;
            path: {
                /** @description The client whose machine it is. */
                client_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of service accounts; a full one may have another after it. */
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
                        /** @description In the order of their making, revoked ones too. */
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
                /** @description The client whose machine it is. */
                client_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What the machine is, 1 to 140 characters, so that whoever reads the list knows it. */
                    name: string;
                    /** @description What its tokens may do: one scope at least, none that you have not, and never `users:admin`. */
                    scopes: ("refund:read" | "refund:write" | "refund:void" | "refund:reconcile" | "audit:read" | "audit:read:any" | "transaction:read" | "transaction:write" | "fraud:score" | "fraud:review" | "fraud:admin" | "sms:analyze" | "vpn:use" | "vpn:use:any" | "vpn:admin" | "vpn:agent" | "notify:register" | "notify:send" | "notify:read" | "events:read" | "webhooks:manage" | "users:admin" | "subjects:erase")[];
                    /** @description From when on it opens nothing: ISO 8601 with an offset, in the future; null or missing = never. */
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
                /** @description The client whose machine it is. */
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
                /** @description The client whose machine it is. */
                client_id: string;
                /** @description The service account. */
                service_account_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The service account, which is revoked. */
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
                    /** @description Amount in major units, greater than 0, with at most the currency's decimals; its refunds may add up to it. */
                    amount: number;
                    /** @description ISO 4217 code of a circulating currency, three upper-case letters. */
                    currency: string;
                    /**
                     * @description What kind of transaction it is.
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
                    /** @description What it was made from, as far as you know. */
                    device?: {
                        /** @description Address of the device, 1 to 64 characters. */
                        ip?: string | null;
                        /** @description What its browser or app calls itself, 1 to 512 characters. */
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
                    /** @description Amount in major units, greater than 0, with at most the currency's decimals; its refunds may add up to it. */
                    amount: number;
                    /** @description ISO 4217 code of a circulating currency, three upper-case letters. */
                    currency: string;
                    /**
                     * @description What kind of transaction it is.
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
                    /** @description What it was made from, as far as you know. */
                    device?: {
                        /** @description Address of the device, 1 to 64 characters. */
                        ip?: string | null;
                        /** @description What its browser or app calls itself, 1 to 512 characters. */
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
            /** @description All transactions of the request are known. */
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
                        /** @description Transactions that are known from now on, 0 to 1000. */
                        recorded: number;
                        /** @description Transactions that were known with the same content, 0 to 1000. */
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
                /** @description The id under which the transaction was recorded: your own, at most 128 characters, percent-encoded. */
                transaction_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The transaction, as of this moment. */
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
                /** @description Your key of this request, 1 to 255 printable ASCII characters, best a UUID: the same for every repeat, another for every other refund. */
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
                    /** @description The fraud alert behind the refund, 1 to 128 characters: one that begins with `alr_` must be an alert of yours, any other text is kept as it is. */
                    alert_id?: string | null;
                    /** @description What is refunded. */
                    refund: {
                        /** @description Amount in major units, greater than 0, with at most the currency's decimals, at most what is left of the transaction. */
                        amount: number;
                        /** @description ISO 4217 code in upper case; must be the transaction's currency. */
                        currency: string;
                        /** @description Your word for why, for example `confirmed_fraud`: 1 to 64 lower-case letters, digits and underscores, a letter first. */
                        reason: string;
                        /** @description The reason in words, 1 to 1,000 characters. */
                        description?: string | null;
                    };
                    /** @description Who gets the money, and where. */
                    beneficiary: {
                        /** @description Your id of the user who gets the money, 1 to 128 characters; somebody else than the transaction's user is flagged or refused. */
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
                    /** @description What you want to find on the refund again. */
                    metadata?: {
                        /** @description Your id of the case, 1 to 128 characters. */
                        case_id?: string | null;
                        /** @description Your id of whoever handles the case, 1 to 128 characters. */
                        agent_id?: string | null;
                    } | null;
                };
            };
        };
        responses: {
            /** @description The same request was made before; this is the refund as it stands now. */
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
                /** @description Only refunds of this transaction, by the id it was recorded under. */
                transaction_id?: string;
                /** @description Only refunds with this `metadata.case_id`. */
                case_id?: string;
                /** @description Only refunds in this currency: ISO 4217, upper case. */
                currency?: string;
                /** @description Only refunds that were requested with this reason. */
                reason?: string;
                /** @description Only refunds of this amount or more, in major units; amounts are compared as numbers: give `currency` too. */
                amount_min?: string;
                /** @description Only refunds of this amount or less, in major units; amounts are compared as numbers: give `currency` too. */
                amount_max?: string;
                /** @description Only refunds created at this time or later: ISO 8601, a date (its begin in UTC) or a time with an offset. */
                date_from?: string;
                /** @description Only refunds created at this time or earlier; a date alone means the end of that UTC day. */
                date_to?: string;
                /** @description What the list goes by; equal ones go by `refund_id`. Amounts are compared as numbers: give `currency` too. */
                sort?: "created_at" | "amount";
                /** @description `desc`: newest or largest first; `asc`: oldest or smallest. */
                order?: "desc" | "asc";
                /** @description Number of the page, from 1; 1 unless said. A refund requested between two pages moves the others back by one; with date_to and without status pages stand still. Costs what all pages before it cost: use `cursor` for long lists, not both. */
                page?: string;
                /** @description Refunds per page, 1 to 100; 50 unless said. */
                page_size?: string;
                /** @description `next_cursor` of the page before, unchanged, with the same filters, sort and order: goes on right behind it, however many refunds came since, at the same cost on every page. */
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
                        /** @description The refunds of this page, in the order that was asked for. */
                        data: {
                            /** @description The refund: `rf_` and a UUID. */
                            refund_id: string;
                            /**
                             * @description Where the refund stands.
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
                        /** @description Where this page stands among the others. */
                        pagination: {
                            /** @description Number of this page, from 1; of a page by cursor, which one it is since the first. */
                            page: number;
                            /** @description Refunds on a full page, 1 to 100. */
                            page_size: number;
                            /** @description Refunds that fit the filters, on all pages; of more than 10,000 only so many are counted, see `total_capped`. */
                            total_items: number;
                            /** @description Pages that `total_items` refunds make; 0 when no refund fits. */
                            total_pages: number;
                            /** @description Whether there are more refunds than `total_items` says. Only with `transaction_id`, `case_id`, `currency`, `reason`, `amount_min` or `amount_max`: all others are counted to the end. */
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
            /** @description A refund as it stands now; fields appear with the status that has them. */
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
                    /** @description Who cancels it, 1 to 128 characters; the user of the token when it is left out. */
                    cancelled_by?: string | null;
                } | null;
            };
        };
        responses: {
            /** @description The refund is cancelled and holds nothing of its transaction any more. */
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
                         * @description Where the refund stands: pending (can be cancelled), processing (the payment network has it), completed, failed (can be retried), cancelled, or voided.
                         * @enum {string}
                         */
                        status: "pending" | "processing" | "completed" | "failed" | "cancelled" | "voided";
                        /** @description When the refund was cancelled; ISO 8601, UTC, milliseconds. */
                        cancelled_at: string;
                        /** @description Who cancelled it: what the request named, otherwise the user of its token. */
                        cancelled_by: string;
                        /** @description Why it was cancelled, at most 1,000 characters; absent when not said. */
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
                    /** @description Another account of the same beneficiary; the one before when it is left out. */
                    update_beneficiary?: {
                        /** @description The right account: IBAN, or national account number of 4 to 34 letters and digits. */
                        account_number: string;
                        /** @description BIC, or national bank code of 3 to 12 letters and digits; the one before when it is left out. */
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
                         * @description Where the refund stands: pending (can be cancelled), processing (the payment network has it), completed, failed (can be retried), cancelled, or voided.
                         * @enum {string}
                         */
                        status: "pending" | "processing" | "completed" | "failed" | "cancelled" | "voided";
                        /** @description How often the refund was retried, 0 to 5. */
                        retry_count: number;
                        /** @description How the attempt before the last retry failed; null when nothing failed before. */
                        previous_failure: {
                            /** @description When the attempt failed; ISO 8601, UTC, milliseconds. */
                            failed_at: string;
                            /** @description The payment network's reason, a word in capitals. */
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
                     * @description Why it is voided, one of these words.
                     * @enum {string}
                     */
                    reason: "fraud_not_confirmed" | "beneficiary_data_error" | "duplicate_refund" | "compliance_hold" | "customer_request";
                    /** @description The reason in words, 1 to 1,000 characters. */
                    details?: string | null;
                    /** @description Who voids it, 1 to 128 characters; the user of the token when it is left out. */
                    voided_by?: string | null;
                };
            };
        };
        responses: {
            /** @description The refund is voided; `reversal_status` says whether money is on its way back. */
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
                         * @description Where the refund stands: pending (can be cancelled), processing (the payment network has it), completed, failed (can be retried), cancelled, or voided.
                         * @enum {string}
                         */
                        status: "pending" | "processing" | "completed" | "failed" | "cancelled" | "voided";
                        /** @description When the refund was voided; ISO 8601, UTC, milliseconds. */
                        voided_at: string;
                        /** @description Who voided it: what the request named, otherwise the user of its token. */
                        voided_by: string;
                        /** @description Why it was voided: fraud_not_confirmed, beneficiary_data_error, duplicate_refund, compliance_hold, customer_request. */
                        void_reason: string;
                        /** @description The reason in words, at most 1,000 characters; absent when not said. */
                        void_details?: string;
                        /** @description Amount of the voided refund in major units of its currency. */
                        original_amount: number;
                        /** @description Whether the beneficiary already had the money; then it is asked back. */
                        funds_transferred: boolean;
                        /**
                         * @description How far the money is on its way back; absent when it never left. When it changes, `refund.voided` is sent again.
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
    listReconciliationFlags: {
        parameters: {
            query?: {
                /** @description Which flags; those that nobody has resolved unless said. */
                status?: "open" | "resolved" | "all";
                /** @description Only flags of this kind. */
                kind?: "missing_there" | "missing_here" | "amount_differs" | "status_differs" | "contradicted";
                /** @description Only flags of this refund. */
                refund_id?: string;
                /** @description Flags on a page, 1 to 200. */
                limit?: number;
                /** @description `next_cursor` of the page before. */
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
                             * @description Whether somebody has resolved it.
                             * @enum {string}
                             */
                            status: "open" | "resolved";
                            /**
                             * @description How they disagree: missing_there (money is recorded as moved, and the statement does not know it), missing_here (nothing here that it could be), amount_differs (or the currency), status_differs, or contradicted (the network told two things of which only one can be true; two references for money that moved are among it).
                             * @enum {string}
                             */
                            kind: "missing_there" | "missing_here" | "amount_differs" | "status_differs" | "contradicted";
                            /** @description The refund: `rf_` and a UUID; null when your client has none that it could be. */
                            refund_id: string | null;
                            /** @description What the network was given as the key of the payment; null when the statement names none. */
                            key: string | null;
                            /**
                             * @description Whether it is about paying, or about getting it back.
                             * @enum {string}
                             */
                            about: "transfer" | "reversal";
                            /** @description Which attempt of the refund, 0 for the first; null when none can be told. */
                            attempt: number | null;
                            /** @description What the statement says; null when it says nothing. */
                            said: {
                                /**
                                 * @description What became of it there.
                                 * @enum {string}
                                 */
                                outcome: "succeeded" | "rejected" | "completed" | "failed";
                                /** @description Amount in major units of the currency. */
                                amount: number;
                                /** @description ISO 4217 code of the amount, three upper-case letters. */
                                currency: string;
                                /** @description The payment network's reference. */
                                reference: string;
                                /** @description When it was booked there; ISO 8601, UTC, milliseconds. */
                                at: string;
                            } | null;
                            /** @description What is recorded; null when nothing is. */
                            recorded: {
                                /** @description Status of the refund when it was compared. */
                                status: string;
                                /**
                                 * @description What became of it here; none means that it was not asked for.
                                 * @enum {string}
                                 */
                                outcome: "none" | "in_flight" | "succeeded" | "rejected" | "completed" | "failed";
                                /** @description Amount in major units of the currency. */
                                amount: number;
                                /** @description ISO 4217 code of the amount, three upper-case letters. */
                                currency: string;
                                /** @description The network's reference as it told it; null when no money moved. */
                                reference: string | null;
                                /** @description When the outcome was recorded; null when there was none; ISO 8601, UTC, milliseconds. */
                                at: string | null;
                            } | null;
                            /** @description The statement that was the first to say so. */
                            statement: {
                                /** @description Beginning of the period; ISO 8601, UTC, milliseconds. */
                                from: string;
                                /** @description End of the period, which does not belong to it; ISO 8601, UTC, milliseconds. */
                                to: string;
                                /** @description SHA-256 over the whole file, 64 hexadecimal digits: which file it was. */
                                sha256: string;
                            };
                            /** @description When it was flagged; ISO 8601, UTC, milliseconds. */
                            flagged_at: string;
                            /** @description Who sent the statement. */
                            flagged_by: string;
                            /** @description When it was resolved; null when it is not; ISO 8601, UTC, milliseconds. */
                            resolved_at: string | null;
                            /** @description Who resolved it; null when nobody has. */
                            resolved_by: string | null;
                        }[];
                        /** @description Where this page stands among the others. */
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
                    /** @description What was found out and done, 1 to 1,000 characters; the audit shows it. */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description A discrepancy that was flagged, and what became of it. */
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
                         * @description Whether somebody has resolved it.
                         * @enum {string}
                         */
                        status: "open" | "resolved";
                        /**
                         * @description How they disagree: missing_there (money is recorded as moved, and the statement does not know it), missing_here (nothing here that it could be), amount_differs (or the currency), status_differs, or contradicted (the network told two things of which only one can be true; two references for money that moved are among it).
                         * @enum {string}
                         */
                        kind: "missing_there" | "missing_here" | "amount_differs" | "status_differs" | "contradicted";
                        /** @description The refund: `rf_` and a UUID; null when your client has none that it could be. */
                        refund_id: string | null;
                        /** @description What the network was given as the key of the payment; null when the statement names none. */
                        key: string | null;
                        /**
                         * @description Whether it is about paying, or about getting it back.
                         * @enum {string}
                         */
                        about: "transfer" | "reversal";
                        /** @description Which attempt of the refund, 0 for the first; null when none can be told. */
                        attempt: number | null;
                        /** @description What the statement says; null when it says nothing. */
                        said: {
                            /**
                             * @description What became of it there.
                             * @enum {string}
                             */
                            outcome: "succeeded" | "rejected" | "completed" | "failed";
                            /** @description Amount in major units of the currency. */
                            amount: number;
                            /** @description ISO 4217 code of the amount, three upper-case letters. */
                            currency: string;
                            /** @description The payment network's reference. */
                            reference: string;
                            /** @description When it was booked there; ISO 8601, UTC, milliseconds. */
                            at: string;
                        } | null;
                        /** @description What is recorded; null when nothing is. */
                        recorded: {
                            /** @description Status of the refund when it was compared. */
                            status: string;
                            /**
                             * @description What became of it here; none means that it was not asked for.
                             * @enum {string}
                             */
                            outcome: "none" | "in_flight" | "succeeded" | "rejected" | "completed" | "failed";
                            /** @description Amount in major units of the currency. */
                            amount: number;
                            /** @description ISO 4217 code of the amount, three upper-case letters. */
                            currency: string;
                            /** @description The network's reference as it told it; null when no money moved. */
                            reference: string | null;
                            /** @description When the outcome was recorded; null when there was none; ISO 8601, UTC, milliseconds. */
                            at: string | null;
                        } | null;
                        /** @description The statement that was the first to say so. */
                        statement: {
                            /** @description Beginning of the period; ISO 8601, UTC, milliseconds. */
                            from: string;
                            /** @description End of the period, which does not belong to it; ISO 8601, UTC, milliseconds. */
                            to: string;
                            /** @description SHA-256 over the whole file, 64 hexadecimal digits: which file it was. */
                            sha256: string;
                        };
                        /** @description When it was flagged; ISO 8601, UTC, milliseconds. */
                        flagged_at: string;
                        /** @description Who sent the statement. */
                        flagged_by: string;
                        /** @description How it was resolved; null while nobody has. */
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
                /** @description Up to before this time; ISO 8601 with an offset. */
                to: string;
                /** @description JSON line by line, or CSV with the same fields. */
                format?: "ndjson" | "csv";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The statement: its first line says what it covers, its last one that it is whole. */
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
                    /** @description The transaction as it is made. It is recorded with its score, so that refunds find it. */
                    transaction: {
                        /** @description Your id of the transaction, 1 to 128 characters; refunds name it. */
                        transaction_id: string;
                        /** @description Your id of the user whose transaction it is, 1 to 128 characters. */
                        user_id: string;
                        /** @description Your id of the account, 1 to 128 characters. */
                        account_id?: string | null;
                        /** @description Amount in major units, greater than 0, with at most the currency's decimals; its refunds may add up to it. */
                        amount: number;
                        /** @description ISO 4217 code of a circulating currency, three upper-case letters. */
                        currency: string;
                        /** @description What kind of transaction it is: transfer, payment, withdrawal, deposit, refund; another one is refused with FRAUD_004. */
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
                        /** @description What it was made from, as far as you know. */
                        device?: {
                            /** @description Address of the device, 1 to 64 characters. */
                            ip?: string | null;
                            /** @description What its browser or app calls itself, 1 to 512 characters. */
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
                     * @description What the answer is to tell; everything unless said.
                     * @default {}
                     */
                    options?: {
                        /**
                         * @description Whether `risk_factors` are told.
                         * @default true
                         */
                        include_reasons?: boolean;
                        /**
                         * @description Whether `velocity_check` is told.
                         * @default true
                         */
                        include_velocity?: boolean;
                    };
                };
            };
        };
        responses: {
            /** @description The score, as it is recorded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    /** @description The request was made before; nothing was done again. Absent when it is the first one. */
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
            /** @description The decision, as it was made. */
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
                     * @description Which of your client's transactions; all of them unless said.
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
                        /** @description Only transactions of these kinds. */
                        operation_types?: ("transfer" | "payment" | "withdrawal" | "deposit" | "refund")[] | null;
                    };
                    /**
                     * @description How they are measured, and how many there are to be.
                     * @default {}
                     */
                    options?: {
                        /** @description From which score on a transaction is an alert, for this request alone. */
                        alert_threshold?: number | null;
                        /** @description Which threshold of your policy: its default for all, or that of each transaction's category or operation. `alert_threshold` wins over it. Without either, a recorded score keeps the threshold it was recorded with, and others are measured per category. */
                        threshold_policy?: ("global" | "per_category") | null;
                        /**
                         * @description Whether `risk_factors` are told.
                         * @default true
                         */
                        include_reasons?: boolean;
                        /**
                         * @description Transactions on all pages together, the newest; 1000 at most: more are refused with FRAUD_002.
                         * @default 1000
                         */
                        limit?: number;
                    };
                    /**
                     * @description Which page.
                     * @default {}
                     */
                    pagination?: {
                        /** @description `next_cursor` of the page before, with the same filters and options; null for the first page. */
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
                     * @description What it turned out to be. A chargeback is a fraud that was not stopped, and counts as one.
                     * @enum {string}
                     */
                    outcome: "confirmed_fraud" | "legitimate" | "chargeback";
                    /** @description When it became known; ISO 8601 date and time with any offset; just now unless said. Not before the transaction, and not more than 5 minutes ahead. */
                    reported_at?: string | null;
                }[] | {
                    /** @description Your own id of a transaction that was scored or recorded. */
                    transaction_id: string;
                    /**
                     * @description What it turned out to be. A chargeback is a fraud that was not stopped, and counts as one.
                     * @enum {string}
                     */
                    outcome: "confirmed_fraud" | "legitimate" | "chargeback";
                    /** @description When it became known; ISO 8601 date and time with any offset; just now unless said. Not before the transaction, and not more than 5 minutes ahead. */
                    reported_at?: string | null;
                };
            };
        };
        responses: {
            /** @description All outcomes of the request are known. */
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
                        /** @description Outcomes that are known from now on, 0 to 1000. */
                        recorded: number;
                        /** @description Outcomes that were known already, 0 to 1000. */
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
                /** @description Entries of this list alone. */
                list?: "allow" | "block";
                /** @description Entries of this kind alone. */
                kind?: "user" | "account" | "merchant" | "device" | "ip_range";
                /** @description Entries with exactly this value. */
                value?: string;
                /** @description Entries per page, 1 to 1000. */
                limit?: number;
                /** @description `next_cursor` of the page before. */
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
                        /** @description Send it as `cursor` for the next page; null on the last. */
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
                     * @description On block the score is 1 and the recommendation deny; on allow the score stays, and it is no alert and approve. A block wins over an allow.
                     * @enum {string}
                     */
                    list: "allow" | "block";
                    /**
                     * @description What the value is.
                     * @enum {string}
                     */
                    kind: "user" | "account" | "merchant" | "device" | "ip_range";
                    /** @description As your transactions have it: your id of the user, account or merchant (its name, where it has no id), the device's fingerprint; of `ip_range` an address or a range in CIDR form. */
                    value: string;
                    /** @description Why, for whoever reads it later. */
                    reason: string;
                    /** @description Until when it holds; for good unless said. */
                    expires_at?: string | null;
                };
            };
        };
        responses: {
            /** @description The entry holds. */
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
                /** @description Of the entry. */
                entry_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The entry is gone. */
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
            /** @description The policy as it holds now. */
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
                     * @description From which score on a transaction is an alert.
                     * @default {}
                     */
                    alert_thresholds?: {
                        /** @description From which score on a transaction is an alert, 0 to 1; 0.6 unless said. */
                        default?: number | null;
                        /**
                         * @description Instead of `default`, by operation type.
                         * @default {}
                         */
                        by_operation?: {
                            [key: string]: number;
                        };
                        /**
                         * @description Instead of `by_operation` and `default`, by merchant category.
                         * @default {}
                         */
                        by_category?: {
                            [key: string]: number;
                        };
                    };
                    /**
                     * @description What is recommended for a level instead of low: approve, medium: review, high: challenge, critical: deny.
                     * @default {}
                     */
                    recommendations?: {
                        [key: string]: "approve" | "review" | "challenge" | "deny";
                    };
                    /** @description From which score on an alert is escalated, 0 to 1; 0.85 unless said. */
                    escalation_threshold?: number | null;
                    /** @description The version that you have read: CONFLICT when there is another by now. Whichever there is, unless said. */
                    version?: number;
                    /** @description Ignored: an answer tells it. */
                    set_at?: unknown;
                    /** @description Ignored: an answer tells it. */
                    set_by?: unknown;
                };
            };
        };
        responses: {
            /** @description The policy as it holds now. */
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
                        /** @description All of them. */
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
                /** @description Of the model. */
                version: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The model as it stands now. */
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
                /** @description Of the model. */
                version: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The model as it stands now. */
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
                /** @description Of the model. */
                version: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The model as it stands now. */
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
    listFraudAlerts: {
        parameters: {
            query?: {
                /** @description Which alerts; all but the resolved ones unless said. */
                status?: "open" | "escalated" | "reopened" | "resolved" | "unresolved" | "all";
                /** @description Only alerts whose newest score has this level. */
                level?: "low" | "medium" | "high" | "critical";
                /** @description Only alerts on transactions of this user, by your own id. */
                user_id?: string;
                /** @description Only the alert on this transaction, by your own id. */
                transaction_id?: string;
                /** @description Only alerts that somebody by this id takes care of. */
                assigned_to?: string;
                /** @description Only alerts that nobody takes care of. */
                unassigned?: "true";
                /** @description Only alerts opened at or after this time; ISO 8601 with an offset. */
                since?: string;
                /** @description Only alerts opened before this time; ISO 8601 with an offset. */
                until?: string;
                /** @description By when they were opened, the newest first, or the highest score first. */
                sort?: "opened_at" | "score";
                /** @description Alerts on a page, 1 to 200. */
                limit?: number;
                /** @description `next_cursor` of the page before, of the same filters and sort. */
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
                        /** @description The alerts of this page, in the order that was asked for. */
                        data: {
                            /** @description The alert: `alr_` and a UUID, 40 characters. */
                            alert_id: string;
                            /**
                             * @description Where the alert stands: open, escalated (it can’t wait), reopened (it was resolved and is in doubt again), or resolved.
                             * @enum {string}
                             */
                            status: "open" | "escalated" | "reopened" | "resolved";
                            /** @description Your own id of the transaction; `[erased]` once its user is. */
                            transaction_id: string;
                            /** @description Your own id of the user; `[erased]` once they are. */
                            user_id: string;
                            /** @description Amount of the transaction in major units of its currency. */
                            amount: number;
                            /** @description ISO 4217 code of the amount, three upper-case letters. */
                            currency: string;
                            /** @description From 0 to 1, four decimals; the newest one. */
                            fraud_score: number;
                            /**
                             * @description The score in words.
                             * @enum {string}
                             */
                            fraud_level: "low" | "medium" | "high" | "critical";
                            /**
                             * @description What to do with the transaction.
                             * @enum {string}
                             */
                            recommendation: "approve" | "review" | "challenge" | "deny";
                            /** @description What the score was raised by, the weightiest first. */
                            risk_factors: components["schemas"]["RiskFactor"][];
                            /** @description Who takes care of it; null while nobody does. */
                            assigned_to: string | null;
                            /** @description When the alert was opened; ISO 8601, UTC, milliseconds. */
                            opened_at: string;
                            /** @description When it last changed; ISO 8601, UTC, milliseconds. */
                            updated_at: string;
                            /** @description When it was resolved; null while it is not; ISO 8601, UTC, milliseconds. */
                            resolved_at: string | null;
                            /** @description What the transaction turned out to be; null while that is not decided. */
                            outcome: ("confirmed_fraud" | "legitimate") | null;
                            /** @description Whole seconds since it was opened, as of this answer; of a resolved one, until it was resolved. */
                            age_seconds: number;
                        }[];
                        /** @description Where this page stands among the others. */
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
                /** @description The alert: `alr_` and a UUID, 40 characters. */
                alert_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A fraud alert as it stands at this moment. */
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
                /** @description The alert: `alr_` and a UUID, 40 characters. */
                alert_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Who takes care of it, by any id of yours, 1 to 128 characters; null for nobody, the user of the token when it is left out. */
                    assigned_to?: string | null;
                } | null;
            };
        };
        responses: {
            /** @description A fraud alert as it stands at this moment. */
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
                /** @description The alert: `alr_` and a UUID, 40 characters. */
                alert_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description Why it can't wait, 1 to 1,000 characters; stored sealed. */
                    note?: string | null;
                } | null;
            };
        };
        responses: {
            /** @description A fraud alert as it stands at this moment. */
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
                /** @description The alert: `alr_` and a UUID, 40 characters. */
                alert_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description What the transaction turned out to be.
                     * @enum {string}
                     */
                    outcome: "confirmed_fraud" | "legitimate";
                    /** @description What was found out, 1 to 1,000 characters; stored sealed. */
                    note: string;
                };
            };
        };
        responses: {
            /** @description A fraud alert as it stands at this moment. */
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
                /** @description The alert: `alr_` and a UUID, 40 characters. */
                alert_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Why it is in doubt again, 1 to 1,000 characters; stored sealed. */
                    note: string;
                };
            };
        };
        responses: {
            /** @description A fraud alert as it stands at this moment. */
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
            /** @description What was found of a message, as it is recorded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    /** @description The request was made before; nothing was done again. Absent when it is the first one. */
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
            /** @description What was found of each message. */
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
                /** @description Only messages that were found to be phishing, or only the others. */
                is_phishing?: "true" | "false";
                /** @description Only messages of this level. */
                risk_level?: "low" | "medium" | "high" | "critical";
                /** @description Only messages of this user, by your own id. */
                user_id?: string;
                /** @description Only messages of this device, by your own id. */
                device_id?: string;
                /** @description Only messages with this id of yours. */
                message_id?: string;
                /** @description Only messages that somebody said to be this; none for those of which nobody said anything. */
                verdict?: "phishing" | "promotion" | "legitimate" | "none";
                /** @description Only messages analysed at or after this time; ISO 8601 with an offset. */
                since?: string;
                /** @description Only messages analysed before this time; ISO 8601 with an offset. */
                until?: string;
                /** @description Analyses on a page, 1 to 200. */
                limit?: number;
                /** @description `next_cursor` of the page before, of the same filters. */
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
                        /** @description The newest first. */
                        data: {
                            /** @description The analysis: `sms_` and a UUID, 40 characters. */
                            analysis_id: string;
                            /** @description Your id of the message; null where it had none. */
                            message_id: string | null;
                            /** @description Whether the score reaches the threshold of the model, which its card tells. */
                            is_phishing: boolean;
                            /**
                             * @description Below 0.30 low, below 0.60 medium, below 0.85 high, from there on critical; a bound belongs to the higher one.
                             * @enum {string}
                             */
                            risk_level: "low" | "medium" | "high" | "critical";
                            /** @description A calibrated probability, four decimals; rules may raise it, and cap it for what is harmless by its form, like one-time codes. */
                            risk_score: number;
                            /** @description Different addresses in the text and in `extracted_urls`. */
                            urls_found: number;
                            /** @description How many of them have the verdict malicious. */
                            malicious_urls: number;
                            /** @description Of the message: en, es or other. Descriptions and advice are in es or else in en. */
                            language: string;
                            /** @description Whose message it is; null where nobody said, `[erased]` once they are. */
                            user_id: string | null;
                            /** @description Your id of the device; `[erased]` once the person is. */
                            device_id: string | null;
                            /**
                             * @description What the sender is by its form, and by your contacts and country where you told them.
                             * @enum {string}
                             */
                            sender_type: "short_code" | "alphanumeric" | "local_number" | "foreign_number" | "email_gateway" | "unknown_number" | "known_contact";
                            /** @description What the message is like. */
                            indicators: ("bank_impersonation" | "delivery_scam" | "prize_scam" | "urgency_language" | "suspicious_url" | "credential_request" | "government_impersonation" | "family_impersonation" | "job_scam" | "crypto_scam" | "wrong_number" | "phishing_wording")[];
                            /** @description What the message was; null while nobody has said. */
                            verdict: ("phishing" | "promotion" | "legitimate") | null;
                            /** @description When it was analysed; ISO 8601, UTC, milliseconds. */
                            analyzed_at: string;
                        }[];
                        /** @description Where this page stands among the others. */
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
            /** @description An analysis, as it stands at this moment. */
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
            /** @description An analysis, as it stands at this moment. */
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
    listVpnServers: {
        parameters: {
            query?: {
                /** @description Only servers in this country, by its ISO 3166-1 code; the recommendation is made among them then. */
                country?: string;
                /** @description Only servers that are recommended. */
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
                        /** @description The servers, by their number. */
                        data: components["schemas"]["VpnServer"][];
                        /** @description What the list comes to. */
                        summary: {
                            /** @description How many there are in this answer. */
                            servers: number;
                            /** @description In how many countries they stand. */
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
                    /** @description Whose session it is: the token's own user, or with the scope `vpn:use:any` any user of the client by the client's own id, 1 to 128 characters. */
                    user_id: string;
                    /** @description The number of the server, as the list of servers has it. */
                    server_id: number;
                    /** @description The device that connects. */
                    device_info: {
                        /** @description The device, by an id that stays the same, 1 to 128 characters; it has one session at a time. */
                        device_id: string;
                        /** @description What kind of device it is, 1 to 64 characters; null or left out when not known. */
                        device_type?: string | null;
                        /** @description What it runs, 1 to 64 characters; null or left out when not known. */
                        platform?: string | null;
                        /** @description The version of the app, 1 to 64 characters; null or left out when not known. */
                        app_version?: string | null;
                    };
                };
            };
        };
        responses: {
            /** @description The session, with what the device connects with. */
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
                        /** @description Which of the user's slots the device has, 1 or 2. */
                        slot_id: number;
                        /** @description What the client answers with when it is asked who it is. */
                        vpn_credentials: {
                            /** @description What the client is to log in as, 32 hexadecimal digits. */
                            username: string;
                            /** @description Its password, told once and kept nowhere. */
                            password: string;
                        };
                        /** @description The server. */
                        server_info: {
                            /** @description The number of the server. */
                            id: number;
                            /** @description What people call it. */
                            name: string;
                            /** @description The country it stands in, by its name. */
                            country: string;
                            /** @description ISO 3166-1 code of the country, two upper-case letters. */
                            country_code: string;
                            /** @description The city it stands in. */
                            city: string;
                            /** @description Where clients find it: an IPv4 or IPv6 address. */
                            ip: string;
                            /** @description The port that it listens on. */
                            port: number;
                            /**
                             * @description What tunnels are carried by.
                             * @enum {string}
                             */
                            protocol: "udp" | "tcp";
                        };
                        /** @description The text for an OpenVPN client. The credentials are not in it: hand them over when the client asks. */
                        openvpn_config: string;
                        /** @description What to ask for names while the tunnel is up. */
                        dns_servers: string[];
                        /** @description When the session was opened; ISO 8601, UTC, milliseconds. */
                        connected_at: string;
                        /** @description When the credentials end, a day after they were issued, whatever happens; ISO 8601, UTC, milliseconds. */
                        expires_at: string;
                        /** @description When the session ends unless it says again that it lives; ISO 8601, UTC, milliseconds. */
                        lease_expires_at: string;
                        /** @description In how many seconds to say for the first time that it lives. */
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
                    /** @description What came through the tunnel so far, in bytes; left out when not known. */
                    bytes_in?: number | null;
                    /** @description What went through the tunnel so far, in bytes; left out when not known. */
                    bytes_out?: number | null;
                };
            };
        };
        responses: {
            /** @description The session goes on. */
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
                        /** @description When the session ends unless it says again that it lives; ISO 8601, UTC, milliseconds. */
                        lease_expires_at: string;
                        /** @description In how many seconds to say so again. */
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
                /** @description Only sessions of this user, by the client's own id; somebody else's need `vpn:use:any`. */
                user_id?: string;
                /** @description The last session of the page before. */
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
                        /** @description The sessions of this page, by their ids. */
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
                /** @description Only sessions of this user, by the client's own id; somebody else's need `vpn:use:any`. */
                user_id?: string;
                /** @description Only sessions issued at or after this time; ISO 8601 with an offset. */
                since?: string;
                /** @description Only sessions issued before this time; ISO 8601 with an offset. */
                until?: string;
                /** @description Sessions on a page, 1 to 200. */
                limit?: number;
                /** @description `next_cursor` of the page before, of the same filters. */
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
                        /** @description Where this page ends. */
                        pagination: {
                            /** @description Send it as `cursor` for the next page; null on the last. */
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
                     * @description How the network keeps strangers out.
                     * @enum {string}
                     */
                    security: "open" | "wep" | "wpa" | "wpa2" | "wpa3";
                    /** @description The name of the network as it is shown. */
                    ssid?: string | null;
                    /** @description The address of the access point. It is not judged by. */
                    bssid?: string | null;
                    /** @description Whether strangers may use the network; false unless said. */
                    is_public?: boolean | null;
                    /** @description Whether a page was shown that has to be clicked away; such a network is public; false unless said. */
                    captive_portal?: boolean | null;
                    /** @description The resolvers that the network hands out. */
                    dns_servers?: string[] | null;
                    /** @description The address of the gateway. It is not judged by. */
                    gateway_mac?: string | null;
                    /** @description Whether two machines answered for the gateway's address; false unless said. */
                    arp_duplicate?: boolean | null;
                    /** @description Whether a certificate was shown that is not the site’s; false unless said. */
                    ssl_intercepted?: boolean | null;
                };
            };
        };
        responses: {
            /** @description How far the network is to be trusted. */
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
                         * @description Low: a secure network; medium: a public one with a password; high: a public one with a suspicious pattern; critical: one without a password, or with one that anybody breaks.
                         * @enum {string}
                         */
                        risk_level: "low" | "medium" | "high" | "critical";
                        /** @description Whether to advise a VPN. */
                        vpn_recommended: boolean;
                        /** @description Whether an app should connect by itself. */
                        auto_connect: boolean;
                        /** @description What was found: a word for the level, then one for each suspicious pattern. */
                        reasons: string[];
                        /** @description When it was judged; ISO 8601, UTC, milliseconds. */
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
                    /** @description The number of the server, one that no other ever had. */
                    id: number;
                    /** @description What people call the server, 1 to 100 characters. */
                    name: string;
                    /** @description The country it stands in, by its name. */
                    country: string;
                    /** @description ISO 3166-1 code of the country, two upper-case letters. */
                    country_code: string;
                    /** @description The city it stands in. */
                    city: string;
                    /** @description Where clients find it: an IPv4 or IPv6 address. */
                    ip: string;
                    /**
                     * @description The port that it listens on, 1 to 65,535.
                     * @default 1194
                     */
                    port?: number;
                    /**
                     * @description What tunnels are carried by.
                     * @default udp
                     * @enum {string}
                     */
                    protocol?: "udp" | "tcp";
                    /** @description Sessions that it has room for at the same time, 1 to 5,000. */
                    capacity: number;
                    /**
                     * @description What clients ask for names while they are connected: up to 8 addresses.
                     * @default [
                     *       "10.8.0.1"
                     *     ]
                     */
                    dns_servers?: string[];
                    /**
                     * @description Where tunnels lead: `full`, all traffic of the device to the whole Internet; 1 to 64 networks of the Internet in CIDR notation, traffic to these only; `none`, no further than the server. It takes effect when `server-config` has written the server's files again.
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
                    /** @description What people call the server, 1 to 100 characters. */
                    name?: string;
                    /** @description The country it stands in, by its name. */
                    country?: string;
                    /** @description ISO 3166-1 code of the country, two upper-case letters. */
                    country_code?: string;
                    /** @description The city it stands in. */
                    city?: string;
                    /** @description Where clients find it: an IPv4 or IPv6 address. */
                    ip?: string;
                    /** @description The port that it listens on, 1 to 65,535. */
                    port?: number;
                    /**
                     * @description What tunnels are carried by.
                     * @enum {string}
                     */
                    protocol?: "udp" | "tcp";
                    /** @description Sessions that it has room for at the same time, 1 to 5,000. */
                    capacity?: number;
                    /** @description What clients ask for names while they are connected: up to 8 addresses. */
                    dns_servers?: string[];
                    /** @description Where tunnels lead: `full`, all traffic of the device to the whole Internet; 1 to 64 networks of the Internet in CIDR notation, traffic to these only; `none`, no further than the server. It takes effect when `server-config` has written the server's files again. */
                    routing?: ("full" | "none") | string[];
                    /**
                     * @description In maintenance it takes no new sessions; retired is for good, and nobody is shown it any more.
                     * @enum {string}
                     */
                    status?: "online" | "maintenance" | "retired";
                };
            };
        };
        responses: {
            /** @description A server as whoever runs it sees it. */
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
                    /** @description What the machine is, 1 to 140 characters, so that whoever reads the list of service accounts knows it. */
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
                        /** @description What the client is to ask for names. */
                        dns_servers: string[];
                        /** @description When the credentials end, whatever happens; ISO 8601, UTC, milliseconds. */
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
                    /** @description Tunnels of which there is something new; of a session’s tunnels the newest. */
                    tunnels: {
                        /** @description The session, `vps_` and a UUID. */
                        session_id: string;
                        /** @description Names the tunnel among all that its session ever has, 1 to 64 characters: bytes of each are added up. */
                        tunnel: string;
                        /** @description Whether it is up; false in the last report of one that ended. */
                        is_up: boolean;
                        /** @description What this tunnel carried to the device so far, in bytes. */
                        bytes_in: number;
                        /** @description What this tunnel carried from the device so far, in bytes. */
                        bytes_out: number;
                    }[];
                    /** @description For how many seconds the agent has not reached OpenVPN; 0 while it does. Older agents leave it out. */
                    openvpn_gone_s?: number;
                };
            };
        };
        responses: {
            /** @description Taken; with what is to end. */
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
                        /** @description Sessions among those that were named which are over, or not of this server: end their tunnels. */
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
            /** @description What is to end. */
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
                        /** @description Sessions among those that were named which are over, or not of this server: end their tunnels. */
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
                /** @description Whose devices, by your own id; a consumer is the user of the token, and needs to say nothing. */
                user_id?: string;
                /** @description Devices on a page, 1 to 200. */
                limit?: number;
                /** @description `next_cursor` of the page before, of the same user. */
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
                        /** @description The newest registration first. Tokens are told to nobody. */
                        data: components["schemas"]["PushDeviceListed"][];
                        /** @description Where this page stands among the others. */
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
            /** @description The device as it is registered. */
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
                /** @description The registration: `dev_` and a UUID, 40 characters; the same for as long as the device has its id. */
                registration_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The device is not registered any more. */
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
                        /** @description The registration: `dev_` and a UUID, 40 characters; the same for as long as the device has its id. */
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
                /** @description Your key of this request, 1 to 255 printable ASCII characters, best a UUID: the same for every repeat, another for everything else that is sent. */
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
            /** @description A notification that was queued. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    /** @description The request was made before; nothing was done again. Absent when it is the first one. */
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
                /** @description Whose notifications, by your own id; a consumer is the user of the token, and needs to say nothing. */
                user_id?: string;
                /** @description Notifications on a page, 1 to 100. */
                limit?: number;
                /** @description How many of the newest to leave out. */
                offset?: number;
                /** @description Only those of this category: security_alert, phishing_detected, fraud_alert, darkweb_alert, vpn_status, refund_status, system. Another one is NOTIF_006. */
                category?: string;
                /** @description Only those that the user has not read. */
                unread_only?: "true" | "false";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of what a user was told. */
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
                        /** @description Where this page stands among the others. */
                        pagination: {
                            /** @description Notifications on a page. */
                            limit: number;
                            /** @description How many of the newest were left out. */
                            offset: number;
                            /** @description How many there are by these filters. */
                            total_items: number;
                            /** @description Whether there are more behind this page. */
                            has_more: boolean;
                        };
                        /** @description How many notifications the user has not read, of all categories. */
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
                /** @description The notification: `ntf_` and a UUID, 40 characters. */
                notification_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user has read it. */
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
                        /** @description The notification: `ntf_` and a UUID, 40 characters. */
                        notification_id: string;
                        /** @description When it was marked for the first time; ISO 8601, UTC, milliseconds. */
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
                    /** @description Whose notifications, by your own id; a consumer is the user of the token, and needs to send no body at all. */
                    user_id?: string | null;
                } | null;
            };
        };
        responses: {
            /** @description The user has read them. */
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
                        /** @description How many were unread until now. */
                        marked: number;
                        /** @description How many notifications the user has not read, of all categories. */
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
            /** @description What a client wants its users to be told. */
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
            /** @description What a client wants its users to be told. */
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
                    /** @description Types it gets, 1 to 24: a type, a family such as `refund.*`, or `*` for everything. */
                    events: string[];
                    /** @description What to sign deliveries with, 16 to 256 printable ASCII characters without spaces; made for you when it is left out. */
                    secret?: string | null;
                    /** @description Your note on it, at most 500 characters. */
                    description?: string | null;
                    /** @description What you keep with it, an object of at most 4096 bytes of JSON. */
                    metadata?: {
                        [key: string]: components["schemas"]["__schema0"];
                    } | null;
                    /** @description Deliveries per second at most, greater than 0 and at most 10000; null means as fast as the endpoint answers. */
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
                        /** @description Types it gets: a type, a family such as `refund.*`, or `*` for everything. */
                        events: string[];
                        /** @description Your note on it, at most 500 characters; null without one. */
                        description: string | null;
                        /** @description What you keep with it, at most 4,096 bytes of JSON. */
                        metadata: {
                            [key: string]: components["schemas"]["__schema0"];
                        };
                        /** @description Deliveries per second at most; null means as fast as the endpoint answers. */
                        rate_per_second: number | null;
                        /**
                         * @description Whether events are sent to it.
                         * @enum {string}
                         */
                        status: "active" | "disabled";
                        /** @description Why it is off: you asked for it, it answered 410, or it failed for seven days; null while it is active. */
                        disabled_reason: ("requested" | "gone" | "failing") | null;
                        /** @description When it was registered; ISO 8601, UTC, milliseconds. */
                        created_at: string;
                        /** @description When it was last changed; ISO 8601, UTC, milliseconds. */
                        updated_at: string;
                        /** @description What deliveries are signed with, 16 to 256 printable ASCII characters; shown here and never again. */
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
            /** @description An endpoint as it stands now, without its secret. */
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
            /** @description The endpoint is gone, and what waited for it is cancelled. */
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
                    /** @description Types it gets, 1 to 24: a type, a family such as `refund.*`, or `*` for everything. */
                    events?: string[];
                    /** @description Your note on it, at most 500 characters. */
                    description?: string | null;
                    /** @description What you keep with it, an object of at most 4096 bytes of JSON. */
                    metadata?: {
                        [key: string]: components["schemas"]["__schema0"];
                    };
                    /** @description Deliveries per second at most, greater than 0 and at most 10000; null means as fast as the endpoint answers. */
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
            /** @description An endpoint as it stands now, without its secret. */
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
                        /** @description What deliveries are signed with, 16 to 256 printable ASCII characters; shown here and never again. */
                        secret: string;
                        /** @description From when on deliveries are signed with the new secret; ISO 8601, UTC, milliseconds. */
                        rotated_at: string;
                        /** @description Until when deliveries are signed with the secret before as well; ISO 8601, UTC, milliseconds. */
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
                         * @description Always `pending`: read the delivery to see what became of it.
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
                /** @description Only deliveries of this event, as `GET /events` and the header X-Service-Event-ID name it. */
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
                             * @description How it stands: pending (an attempt is due or under way), succeeded, failed (all attempts are used up), or cancelled (its endpoint was deleted).
                             * @enum {string}
                             */
                            status: "pending" | "succeeded" | "failed" | "cancelled";
                            /** @description True for a test event. */
                            test_mode: boolean;
                            /** @description True for a part of history that was asked for again, with `mode: replay`. */
                            replay: boolean;
                            /** @description Attempts made so far, manual ones included; the schedule has 8. */
                            attempts: number;
                            /** @description When it was queued; ISO 8601, UTC, milliseconds. */
                            created_at: string;
                            /** @description When the next attempt is due, null when none is; ISO 8601, UTC, milliseconds. */
                            next_attempt_at: string | null;
                            /** @description When it succeeded, failed for good or was cancelled, null while it is pending; ISO 8601, UTC, milliseconds. */
                            finished_at: string | null;
                            /** @description What the last attempt came to; null before the first. */
                            last_attempt: {
                                /** @description When the attempt was made; ISO 8601, UTC, milliseconds. */
                                at: string;
                                /** @description HTTP status that the endpoint answered; null when it gave no answer. */
                                status_code: number | null;
                                /** @description Why the attempt failed: `http_` and the status, timeout, dns_error, address_refused, connection_refused, connection_closed, connection_failed, tls_error, invalid_response or endpoint_disabled; null when it succeeded. */
                                error_code: string | null;
                            } | null;
                        }[];
                        /** @description How to go on. */
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
                     * @description `recover` sends what the endpoint missed; `replay` sends everything of its types once more, delivered or not, each object’s events in their original order and with `metadata.replay`.
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
                     * @description What to send again: `failed` takes deliveries whose attempts are used up, `missing` takes events of the endpoint’s types that were never queued for it. A replay takes everything.
                     * @default failed
                     * @enum {string}
                     */
                    status?: "failed" | "missing";
                };
            };
        };
        responses: {
            /** @description How far the recovery has come; deliveries are listed as they are queued. */
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
                         * @description Whether what was missed is sent, or everything once more.
                         * @enum {string}
                         */
                        mode: "recover" | "replay";
                        /**
                         * @description What is sent again: deliveries that failed for good, events that were never queued for the endpoint, or, by a replay, all events.
                         * @enum {string}
                         */
                        recovers: "failed" | "missing" | "all";
                        /**
                         * @description Whether everything is queued; of a replay, whether everything is delivered or given up.
                         * @enum {string}
                         */
                        state: "running" | "finished";
                        /** @description Beginning of the time that is recovered, included; ISO 8601, UTC, milliseconds. */
                        since: string;
                        /** @description End of the time that is recovered, excluded; ISO 8601, UTC, milliseconds. */
                        until: string;
                        /** @description Deliveries queued so far. */
                        requeued: number;
                        /** @description When the recovery was asked for; ISO 8601, UTC, milliseconds. */
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
            /** @description How far the recovery has come; deliveries are listed as they are queued. */
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
                         * @description Whether what was missed is sent, or everything once more.
                         * @enum {string}
                         */
                        mode: "recover" | "replay";
                        /**
                         * @description What is sent again: deliveries that failed for good, events that were never queued for the endpoint, or, by a replay, all events.
                         * @enum {string}
                         */
                        recovers: "failed" | "missing" | "all";
                        /**
                         * @description Whether everything is queued; of a replay, whether everything is delivered or given up.
                         * @enum {string}
                         */
                        state: "running" | "finished";
                        /** @description Beginning of the time that is recovered, included; ISO 8601, UTC, milliseconds. */
                        since: string;
                        /** @description End of the time that is recovered, excluded; ISO 8601, UTC, milliseconds. */
                        until: string;
                        /** @description Deliveries queued so far. */
                        requeued: number;
                        /** @description When the recovery was asked for; ISO 8601, UTC, milliseconds. */
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
                /** @description Only events of this type, or of a family: `refund.completed`, `refund.*`; `*` is all, as without it. */
                type?: "*" | "fraud.*" | "refund.*" | "darkweb.*" | "phishing.*" | "url.*" | "spam.*" | "webhook.*" | "fraud.detected" | "fraud.resolved" | "fraud.escalated" | "fraud.score_updated" | "refund.created" | "refund.processing" | "refund.completed" | "refund.failed" | "refund.cancelled" | "refund.voided" | "darkweb.leak_detected" | "phishing.email_detected" | "url.malicious_detected" | "spam.call_blocked" | "webhook.disabled" | "webhook.delivery_exhausted";
                /** @description Only events of one object, by its id: `rf_…`, `wh_…`, `dlv_…`. One that is not yours has none. */
                object?: string;
                /** @description Only events created at this time or later; ISO 8601 with an offset. */
                since?: string;
                /** @description Only events created before this time; ISO 8601 with an offset. */
                until?: string;
                /** @description Events per page, 1 to 100; 50 unless said. */
                limit?: number;
                /** @description `next_cursor` of the page before, unchanged, with the same filters; without it the newest come. */
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
                        /** @description Where this page stands among the others. */
                        pagination: {
                            /** @description Send it as `cursor` with the same filters for the page of older events; null on the last page. */
                            next_cursor: string | null;
                            /** @description Whether there are older events that fit the filters. */
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
                /** @description `id` of an event: `evt_` and a UUID, as X-Service-Event-ID and `GET /events` tell it. */
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
    getRefundHistory: {
        parameters: {
            query?: {
                /** @description The record as it was at this time: what it says comes from the events up to then alone. ISO 8601 with an offset; a later time than now is now. */
                as_of?: string;
                /** @description The record as it was right after the event of this revision, 0 for the first; not beside `as_of`. */
                revision?: string;
                /** @description Whose records are meant, for callers with `audit:read:any`; for others it can only be their own client. Without it, all that the caller may see. */
                client_id?: string;
                /** @description Events of the history per page, 1 to 200; 200 unless said. */
                limit?: number;
                /** @description `next_cursor` of the page before, unchanged, with the same parameters. */
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
            /** @description The refund, its history, and whether that is as it was written. */
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
                        /** @description Whether the beneficiary is not the transaction's user; false also where nobody looked. */
                        beneficiary_mismatch: boolean;
                        /** @description Whether the payment network said what can not be true beside what is recorded; see NetworkContradicted in the history. */
                        network_contradicted: boolean;
                        /** @description What statements of the payment network said otherwise up to the moment that was asked for, and what became of it; `GET /audit/reconciliations/{flag_id}` has its history. */
                        reconciliation_flags: {
                            /** @description The flag: `flg_`, a UUID and a number. */
                            flag_id: string;
                            /**
                             * @description Whether somebody has resolved it.
                             * @enum {string}
                             */
                            status: "open" | "resolved";
                            /**
                             * @description How they disagree: missing_there (money is recorded as moved, and the statement does not know it), missing_here (nothing here that it could be), amount_differs (or the currency), status_differs, or contradicted (the network told two things of which only one can be true; two references for money that moved are among it).
                             * @enum {string}
                             */
                            kind: "missing_there" | "missing_here" | "amount_differs" | "status_differs" | "contradicted";
                            /** @description The refund: `rf_` and a UUID; null when your client has none that it could be. */
                            refund_id: string | null;
                            /** @description What the network was given as the key of the payment; null when the statement names none. */
                            key: string | null;
                            /**
                             * @description Whether it is about paying, or about getting it back.
                             * @enum {string}
                             */
                            about: "transfer" | "reversal";
                            /** @description Which attempt of the refund, 0 for the first; null when none can be told. */
                            attempt: number | null;
                            /** @description What the statement says; null when it says nothing. */
                            said: {
                                /**
                                 * @description What became of it there.
                                 * @enum {string}
                                 */
                                outcome: "succeeded" | "rejected" | "completed" | "failed";
                                /** @description Amount in major units of the currency. */
                                amount: number;
                                /** @description ISO 4217 code of the amount, three upper-case letters. */
                                currency: string;
                                /** @description The payment network's reference. */
                                reference: string;
                                /** @description When it was booked there; ISO 8601, UTC, milliseconds. */
                                at: string;
                            } | null;
                            /** @description What is recorded; null when nothing is. */
                            recorded: {
                                /** @description Status of the refund when it was compared. */
                                status: string;
                                /**
                                 * @description What became of it here; none means that it was not asked for.
                                 * @enum {string}
                                 */
                                outcome: "none" | "in_flight" | "succeeded" | "rejected" | "completed" | "failed";
                                /** @description Amount in major units of the currency. */
                                amount: number;
                                /** @description ISO 4217 code of the amount, three upper-case letters. */
                                currency: string;
                                /** @description The network's reference as it told it; null when no money moved. */
                                reference: string | null;
                                /** @description When the outcome was recorded; null when there was none; ISO 8601, UTC, milliseconds. */
                                at: string | null;
                            } | null;
                            /** @description The statement that was the first to say so. */
                            statement: {
                                /** @description Beginning of the period; ISO 8601, UTC, milliseconds. */
                                from: string;
                                /** @description End of the period, which does not belong to it; ISO 8601, UTC, milliseconds. */
                                to: string;
                                /** @description SHA-256 over the whole file, 64 hexadecimal digits: which file it was. */
                                sha256: string;
                            };
                            /** @description When it was flagged; ISO 8601, UTC, milliseconds. */
                            flagged_at: string;
                            /** @description Who sent the statement. */
                            flagged_by: string;
                            /** @description How it was resolved; null while nobody has. */
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
                        /** @description The record, as its events know it; it can stand in the path. */
                        id: string;
                        /** @description The client whose record it is; null while it was nobody’s, or was not there. */
                        client_id: string | null;
                        /** @description The time that was asked for; ISO 8601, UTC. Null when none was. */
                        as_of: string | null;
                        /** @description Revision of the last event up to the moment that was asked for; null when there was none yet. */
                        revision: number | null;
                        /** @description The record at the moment that was asked for, folded from its events alone: what its owner is shown, without sealed texts and free descriptions; amounts are in major units. Null when it was not there yet. */
                        state: {
                            [key: string]: unknown;
                        } | null;
                        /** @description What happened to the record up to that moment, oldest first, at most 200 events in one answer. */
                        history: {
                            /** @description Place in the history of the record, 0 for the first. */
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
                                /** @description The role of the actor then. */
                                role: string;
                                /** @description Address that the request came from; null when there was none. */
                                ip: string | null;
                            };
                            /** @description The request that caused it, as its `X-Request-Id` said. */
                            request_id: string;
                            /** @description The first request of the chain of causes. */
                            correlation_id: string;
                            /** @description The event that caused this one; null when a person or a client did. */
                            causation_id: string | null;
                            /** @description Why, in the words of whoever decided or reported it; null when no reason belongs to such an event. */
                            reason: string | null;
                            /** @description What the event says, without sealed texts; amounts are in minor units. */
                            facts: {
                                [key: string]: unknown;
                            };
                            /** @description The hash of the event before, 64 hexadecimal digits; null for the first. */
                            prev_hash: string | null;
                            /** @description SHA-256 over `prev_hash` and what was decided, 64 hexadecimal digits. */
                            hash: string;
                            /** @description Why this version can not say what the event means: it is damaged, or a newer version wrote it. Null as a rule. */
                            unreadable: string | null;
                            /** @description The record before the event, as `state` has it; null when there was none. */
                            state_before: {
                                [key: string]: unknown;
                            } | null;
                            /** @description The record right after the event, as `state` has it. */
                            state_after: {
                                [key: string]: unknown;
                            } | null;
                        }[];
                        /** @description Where this page stands among the others. */
                        pagination: {
                            /** @description Send it as `cursor` with the same parameters for the events after these; null on the last page. */
                            next_cursor: string | null;
                            /** @description Whether there are more. */
                            has_more: boolean;
                        };
                        /** @description What recomputing the hash chain from the event store came to: of the whole record, whatever was asked for. */
                        chain: {
                            /** @description Events of the record in the event store, up to now. */
                            events: number;
                            /** @description Whether every event follows from the ones before it. */
                            intact: boolean;
                            /** @description Revision of the first event that does not follow from the ones before it; null when all do. */
                            first_broken_revision: number | null;
                            /** @description Hash of the last event: keep it, and a history that was cut short can be told later. */
                            head_hash: string | null;
                        };
                        /** @description Under which this very reading is recorded: `GET /audit/reads/{id}`. */
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
                /** @description The record as it was at this time: what it says comes from the events up to then alone. ISO 8601 with an offset; a later time than now is now. */
                as_of?: string;
                /** @description The record as it was right after the event of this revision, 0 for the first; not beside `as_of`. */
                revision?: string;
                /** @description Whose records are meant, for callers with `audit:read:any`; for others it can only be their own client. Without it, all that the caller may see. */
                client_id?: string;
                /** @description Events of the history per page, 1 to 200; 200 unless said. */
                limit?: number;
                /** @description `next_cursor` of the page before, unchanged, with the same parameters. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description What kind of record it is, in the plural. */
                family: "clients" | "client-names" | "users" | "service-accounts" | "sessions" | "login-devices" | "credentials" | "identities" | "transactions" | "refunds" | "reconciliations" | "fraud-profiles" | "fraud-outcomes" | "fraud-alerts" | "fraud-lists" | "fraud-policies" | "fraud-models" | "sms-analyses" | "vpn-servers" | "vpn-devices" | "push-devices" | "notifications" | "notification-preferences" | "webhooks" | "deliveries" | "reads" | "subjects";
                /** @description The record, by the id that other operations show. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The record, its history, and whether that is as it was written. */
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
                        /** @description The record, as its events know it; it can stand in the path. */
                        id: string;
                        /** @description The client whose record it is; null while it was nobody’s, or was not there. */
                        client_id: string | null;
                        /** @description The time that was asked for; ISO 8601, UTC. Null when none was. */
                        as_of: string | null;
                        /** @description Revision of the last event up to the moment that was asked for; null when there was none yet. */
                        revision: number | null;
                        /** @description The record at the moment that was asked for, folded from its events alone: what its owner is shown, without sealed texts and free descriptions; amounts are in major units. Null when it was not there yet. */
                        state: {
                            [key: string]: unknown;
                        } | null;
                        /** @description What happened to the record up to that moment, oldest first, at most 200 events in one answer. */
                        history: {
                            /** @description Place in the history of the record, 0 for the first. */
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
                                /** @description The role of the actor then. */
                                role: string;
                                /** @description Address that the request came from; null when there was none. */
                                ip: string | null;
                            };
                            /** @description The request that caused it, as its `X-Request-Id` said. */
                            request_id: string;
                            /** @description The first request of the chain of causes. */
                            correlation_id: string;
                            /** @description The event that caused this one; null when a person or a client did. */
                            causation_id: string | null;
                            /** @description Why, in the words of whoever decided or reported it; null when no reason belongs to such an event. */
                            reason: string | null;
                            /** @description What the event says, without sealed texts; amounts are in minor units. */
                            facts: {
                                [key: string]: unknown;
                            };
                            /** @description The hash of the event before, 64 hexadecimal digits; null for the first. */
                            prev_hash: string | null;
                            /** @description SHA-256 over `prev_hash` and what was decided, 64 hexadecimal digits. */
                            hash: string;
                            /** @description Why this version can not say what the event means: it is damaged, or a newer version wrote it. Null as a rule. */
                            unreadable: string | null;
                            /** @description The record before the event, as `state` has it; null when there was none. */
                            state_before: {
                                [key: string]: unknown;
                            } | null;
                            /** @description The record right after the event, as `state` has it. */
                            state_after: {
                                [key: string]: unknown;
                            } | null;
                        }[];
                        /** @description Where this page stands among the others. */
                        pagination: {
                            /** @description Send it as `cursor` with the same parameters for the events after these; null on the last page. */
                            next_cursor: string | null;
                            /** @description Whether there are more. */
                            has_more: boolean;
                        };
                        /** @description What recomputing the hash chain from the event store came to: of the whole record, whatever was asked for. */
                        chain: {
                            /** @description Events of the record in the event store, up to now. */
                            events: number;
                            /** @description Whether every event follows from the ones before it. */
                            intact: boolean;
                            /** @description Revision of the first event that does not follow from the ones before it; null when all do. */
                            first_broken_revision: number | null;
                            /** @description Hash of the last event: keep it, and a history that was cut short can be told later. */
                            head_hash: string | null;
                        };
                        /** @description Under which this very reading is recorded: `GET /audit/reads/{id}`. */
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
                /** @description Only what this user, service account or part of the service caused, by its id: `actor.sub`. */
                actor?: string;
                /** @description Only what one request caused, as its `X-Request-Id` said. */
                request_id?: string;
                /** @description Only what is about a person: your own id of the user of transactions and the beneficiary of refunds, or a `usr_…`; readings of what is about them are among it. */
                subject?: string;
                /** @description Only what happened to one record, by its id, and who read it. */
                object?: string;
                /** @description Only records of this kind, in the plural, as in the path of a record. */
                family?: "clients" | "client-names" | "users" | "service-accounts" | "sessions" | "login-devices" | "credentials" | "identities" | "transactions" | "refunds" | "reconciliations" | "fraud-profiles" | "fraud-outcomes" | "fraud-alerts" | "fraud-lists" | "fraud-policies" | "fraud-models" | "sms-analyses" | "vpn-servers" | "vpn-devices" | "push-devices" | "notifications" | "notification-preferences" | "webhooks" | "deliveries" | "reads" | "subjects";
                /** @description Only events of this type, for example RefundVoided. */
                type?: string;
                /** @description Only what was recorded at this time or later; ISO 8601 with an offset. */
                since?: string;
                /** @description Only what was recorded before this time; ISO 8601 with an offset. */
                until?: string;
                /** @description Whose records are meant, for callers with `audit:read:any`; for others it can only be their own client. Without it, all that the caller may see. */
                client_id?: string;
                /** @description Events per page, 1 to 100; 50 unless said. */
                limit?: number;
                /** @description `next_cursor` of the page before, unchanged, with the same parameters. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of what was found. */
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
                            /** @description Place in the history of the record, 0 for the first. */
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
                                /** @description The role of the actor then. */
                                role: string;
                                /** @description Address that the request came from; null when there was none. */
                                ip: string | null;
                            };
                            /** @description The request that caused it, as its `X-Request-Id` said. */
                            request_id: string;
                            /** @description The first request of the chain of causes. */
                            correlation_id: string;
                            /** @description The event that caused this one; null when a person or a client did. */
                            causation_id: string | null;
                            /** @description Why, in the words of whoever decided or reported it; null when no reason belongs to such an event. */
                            reason: string | null;
                            /** @description What the event says, without sealed texts; amounts are in minor units. */
                            facts: {
                                [key: string]: unknown;
                            };
                            /** @description The hash of the event before, 64 hexadecimal digits; null for the first. */
                            prev_hash: string | null;
                            /** @description SHA-256 over `prev_hash` and what was decided, 64 hexadecimal digits. */
                            hash: string;
                            /** @description What kind of record it is, in the plural. */
                            family: string;
                            /** @description The record: with `family` it makes the path of its own history. */
                            id: string;
                            /** @description The client whose record it is; null while it was nobody’s, or was not there. */
                            client_id: string | null;
                            /** @description The person whom the event is about; null when it is about nobody. */
                            subject: string | null;
                        }[];
                        /** @description Where this page stands among the others. */
                        pagination: {
                            /** @description Send it as `cursor` with the same parameters for the page of older events; null on the last page. */
                            next_cursor: string | null;
                            /** @description Whether there are more. */
                            has_more: boolean;
                        };
                        /** @description Under which this very search is recorded: `GET /audit/reads/{id}`. */
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
                /** @description Events of this time and later; all from the beginning unless said. */
                from?: string;
                /** @description Events of before this time; all up to now unless said. */
                to?: string;
                /** @description Records of this kind alone; of every kind unless said. */
                family?: "clients" | "client-names" | "users" | "service-accounts" | "sessions" | "login-devices" | "credentials" | "identities" | "transactions" | "refunds" | "reconciliations" | "fraud-profiles" | "fraud-outcomes" | "fraud-alerts" | "fraud-lists" | "fraud-policies" | "fraud-models" | "sms-analyses" | "vpn-servers" | "vpn-devices" | "push-devices" | "notifications" | "notification-preferences" | "webhooks" | "deliveries" | "reads" | "subjects";
                /** @description JSON line by line, or CSV with the same fields. */
                format?: "ndjson" | "csv";
                /** @description Events of this client alone; another one than your own needs `audit:read:any`. */
                client_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events, one in a line, and the signed manifest as the last line. */
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
                /** @description Whose records are meant, for callers with `audit:read:any`; for others it can only be their own client. Without it, all that the caller may see. */
                client_id?: string;
            };
            header?: never;
            path: {
                /** @description What kind of record it is, in the plural. */
                family: "clients" | "client-names" | "users" | "service-accounts" | "sessions" | "login-devices" | "credentials" | "identities" | "transactions" | "refunds" | "reconciliations" | "fraud-profiles" | "fraud-outcomes" | "fraud-alerts" | "fraud-lists" | "fraud-policies" | "fraud-models" | "sms-analyses" | "vpn-servers" | "vpn-devices" | "push-devices" | "notifications" | "notification-preferences" | "webhooks" | "deliveries" | "reads" | "subjects";
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
                        /** @description Which leaf of the tree the stream is, from 0. */
                        leaf: number;
                        /** @description The audit path of RFC 6962, from below: what the leaf is hashed with, one after the other, up to the head. */
                        path: string[];
                        /** @description The signed checkpoint, as it is kept elsewhere too. */
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
                            /** @description Place in the log of the last event that it covers. */
                            position: string;
                            /** @description Merkle head (RFC 6962) over the heads of all streams, 64 hexadecimal digits. */
                            head: string;
                            /** @description SHA-256 of the line of the checkpoint before; null for the first. */
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
                        /** @description Events that the record has got since; the next checkpoint covers them, within a minute. */
                        uncovered_events: number;
                        /** @description Under which this answer is recorded in the audit. */
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
                     * @description Why. `aml_retention`, `tax_retention` and `legal_claim` are duties to keep: the person is restricted now and erased `RETENTION_YEARS` after their last refund closed. Under any other the person is erased now.
                     * @enum {string}
                     */
                    legal_basis: "aml_retention" | "tax_retention" | "legal_claim" | "gdpr_art_17" | "consent_withdrawn" | "objection" | "purpose_ended" | "unlawful_processing";
                };
            };
        };
        responses: {
            /** @description The erasure is asked for; so far it has come. */
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
            /** @description A person of whom data are held, and how their erasure stands. */
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
                /** @description `next_cursor` of the page before, unchanged; leave it out for the first page. */
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
            /** @description A page of what is held about the person. */
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
                        /** @description What is held, object by object. */
                        data: {
                            /** @description What it is: refund, transaction, user, session, credential, identity, or auditread: that the audit of it was read. */
                            family: string;
                            /** @description Which one. */
                            id: string;
                            /** @description Everything that happened to it, oldest first. */
                            events: {
                                /** @description What happened, for example RefundRequested. */
                                type: string;
                                /** @description When it was recorded; ISO 8601, UTC, milliseconds. */
                                at: string;
                                /** @description What was recorded, with what is sealed of the person open; amounts are in minor units. */
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
    reconcileStatement: {
        parameters: {
            query?: {
                /** @description The period that the statement covers, where it does not say so in its first line. From this time; ISO 8601 with an offset. */
                from?: string;
                /** @description Up to before this time; ISO 8601 with an offset. */
                to?: string;
                /** @description How many seconds later than the network this service may record an outcome, or the network book it: what is nearer to the edges of the period or to now is not judged. */
                leeway_s?: number;
                /** @description Whether to report alone, and flag nothing. */
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
            /** @description What comparing the statement came to. */
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
                            /** @description End of the period, which does not belong to it; ISO 8601, UTC, milliseconds. */
                            to: string;
                            /** @description SHA-256 over the whole file, 64 hexadecimal digits: which file it was. */
                            sha256: string;
                            /** @description Lines about payments. */
                            lines: number;
                        };
                        /** @description Seconds of leeway, as asked for. */
                        leeway_s: number;
                        /** @description How many of each. */
                        counts: {
                            /** @description Lines that agree with what is recorded. */
                            matched: number;
                            /** @description Payments that are recorded as made within the period, and in no line. */
                            missing_there: number;
                            /** @description Lines about what is not recorded. */
                            missing_here: number;
                            /** @description Lines with another amount or currency. */
                            amount_differs: number;
                            /** @description Lines with another outcome. */
                            status_differs: number;
                            /** @description Lines that contradict each other, or what the network told before. */
                            contradicted: number;
                            /** @description Lines whose outcome is so fresh that it may not have been asked for yet. */
                            in_flight: number;
                            /** @description Payments in no line, at the edges of the period: a statement before or after may have them. */
                            undecided: number;
                            /** @description Lines that say the same as one before. */
                            repeated_lines: number;
                        };
                        /** @description The period that a statement has to cover to decide all that is undecided; null when nothing is. */
                        decided_by: {
                            /** @description Beginning of it; ISO 8601, UTC, milliseconds. */
                            from: string;
                            /** @description End of it; ISO 8601, UTC, milliseconds. */
                            to: string;
                        } | null;
                        /** @description What was flagged; nothing with `dry_run`. */
                        flags: {
                            /** @description Flags that were raised just now. */
                            raised: number;
                            /** @description Discrepancies that were flagged before. */
                            known: number;
                        };
                        /** @description What disagrees, at most 1,000; all of them are counted and flagged. */
                        discrepancies: {
                            /**
                             * @description How they disagree: missing_there (money is recorded as moved, and the statement does not know it), missing_here (nothing here that it could be), amount_differs (or the currency), status_differs, or contradicted (the network told two things of which only one can be true; two references for money that moved are among it).
                             * @enum {string}
                             */
                            kind: "missing_there" | "missing_here" | "amount_differs" | "status_differs" | "contradicted";
                            /** @description The refund: `rf_` and a UUID; null when your client has none that it could be. */
                            refund_id: string | null;
                            /** @description What the network was given as the key of the payment; null when the statement names none. */
                            key: string | null;
                            /**
                             * @description Whether it is about paying, or about getting it back.
                             * @enum {string}
                             */
                            about: "transfer" | "reversal";
                            /** @description Which attempt of the refund, 0 for the first; null when none can be told. */
                            attempt: number | null;
                            /** @description What the statement says; null when it says nothing. */
                            said: {
                                /**
                                 * @description What became of it there.
                                 * @enum {string}
                                 */
                                outcome: "succeeded" | "rejected" | "completed" | "failed";
                                /** @description Amount in major units of the currency. */
                                amount: number;
                                /** @description ISO 4217 code of the amount, three upper-case letters. */
                                currency: string;
                                /** @description The payment network's reference. */
                                reference: string;
                                /** @description When it was booked there; ISO 8601, UTC, milliseconds. */
                                at: string;
                            } | null;
                            /** @description What is recorded; null when nothing is. */
                            recorded: {
                                /** @description Status of the refund when it was compared. */
                                status: string;
                                /**
                                 * @description What became of it here; none means that it was not asked for.
                                 * @enum {string}
                                 */
                                outcome: "none" | "in_flight" | "succeeded" | "rejected" | "completed" | "failed";
                                /** @description Amount in major units of the currency. */
                                amount: number;
                                /** @description ISO 4217 code of the amount, three upper-case letters. */
                                currency: string;
                                /** @description The network's reference as it told it; null when no money moved. */
                                reference: string | null;
                                /** @description When the outcome was recorded; null when there was none; ISO 8601, UTC, milliseconds. */
                                at: string | null;
                            } | null;
                            /** @description Line of the file, 1 for the first; null when it is in none. */
                            line: number | null;
                            /** @description Its flag; null when nothing was flagged, or the refund has 100 of them already. */
                            flag: {
                                /** @description The flag: `flg_`, a UUID and a number. */
                                flag_id: string;
                                /**
                                 * @description Whether somebody has resolved it.
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
            /** @description What checking the file came to. */
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
                        /** @description Whether everything is as it was signed by this service, and the events of each stream follow from each other. */
                        intact: boolean;
                        /** @description The first thing that is wrong; null when nothing is. */
                        problem: {
                            /** @description Line of the file, 1 for the first; null when it is about the file as a whole. */
                            line: number | null;
                            /** @description Stream that the line is of; null when it is of none. */
                            stream: string | null;
                            /** @description Place of the event in its stream; null when it has none. */
                            revision: number | null;
                            /** @description What is wrong. */
                            what: string;
                        } | null;
                        /** @description What became of the signature. */
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
                        /** @description Events of which something was left out, and of which only the place in the chain was checked, before the first problem. */
                        redacted: number;
                        /** @description What the file says of itself; null when it has no manifest that can be read. */
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
                /** @description Hex HMAC-SHA256 of timestamp, dot and raw body, keyed with the secret; while k secrets are valid after rotations, attempt n is keyed with number (n − 1) mod k of them, newest first. */
                "X-Service-Signature": string;
                /** @description While several secrets are valid (each for 24 hours after it was replaced): the values made with the others, newest first, comma-separated. */
                "X-Service-Signature-Previous"?: string;
                /** @description Unix seconds of sending; refuse more than 300 seconds of difference. */
                "X-Service-Timestamp": string;
                /** @description The same over all attempts: use it to drop repeats. */
                "X-Service-Event-ID": string;
                /** @description The endpoint that this was sent to. */
                "X-Service-Webhook-ID": string;
                /** @description Standard Webhooks: the event id. */
                "webhook-id": string;
                /** @description Standard Webhooks: Unix seconds of sending. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: signs the event id too; a list, made with every valid secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The event: `evt_` and a UUID, the same over all attempts, endpoints and replays; use it to drop repeats. */
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
            /** @description The event is taken. Anything else, or no answer within 30 seconds, is retried. */
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
                /** @description Hex HMAC-SHA256 of timestamp, dot and raw body, keyed with the secret; while k secrets are valid after rotations, attempt n is keyed with number (n − 1) mod k of them, newest first. */
                "X-Service-Signature": string;
                /** @description While several secrets are valid (each for 24 hours after it was replaced): the values made with the others, newest first, comma-separated. */
                "X-Service-Signature-Previous"?: string;
                /** @description Unix seconds of sending; refuse more than 300 seconds of difference. */
                "X-Service-Timestamp": string;
                /** @description The same over all attempts: use it to drop repeats. */
                "X-Service-Event-ID": string;
                /** @description The endpoint that this was sent to. */
                "X-Service-Webhook-ID": string;
                /** @description Standard Webhooks: the event id. */
                "webhook-id": string;
                /** @description Standard Webhooks: Unix seconds of sending. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: signs the event id too; a list, made with every valid secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The event: `evt_` and a UUID, the same over all attempts, endpoints and replays; use it to drop repeats. */
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
            /** @description The event is taken. Anything else, or no answer within 30 seconds, is retried. */
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
                /** @description Hex HMAC-SHA256 of timestamp, dot and raw body, keyed with the secret; while k secrets are valid after rotations, attempt n is keyed with number (n − 1) mod k of them, newest first. */
                "X-Service-Signature": string;
                /** @description While several secrets are valid (each for 24 hours after it was replaced): the values made with the others, newest first, comma-separated. */
                "X-Service-Signature-Previous"?: string;
                /** @description Unix seconds of sending; refuse more than 300 seconds of difference. */
                "X-Service-Timestamp": string;
                /** @description The same over all attempts: use it to drop repeats. */
                "X-Service-Event-ID": string;
                /** @description The endpoint that this was sent to. */
                "X-Service-Webhook-ID": string;
                /** @description Standard Webhooks: the event id. */
                "webhook-id": string;
                /** @description Standard Webhooks: Unix seconds of sending. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: signs the event id too; a list, made with every valid secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The event: `evt_` and a UUID, the same over all attempts, endpoints and replays; use it to drop repeats. */
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
            /** @description The event is taken. Anything else, or no answer within 30 seconds, is retried. */
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
                /** @description Hex HMAC-SHA256 of timestamp, dot and raw body, keyed with the secret; while k secrets are valid after rotations, attempt n is keyed with number (n − 1) mod k of them, newest first. */
                "X-Service-Signature": string;
                /** @description While several secrets are valid (each for 24 hours after it was replaced): the values made with the others, newest first, comma-separated. */
                "X-Service-Signature-Previous"?: string;
                /** @description Unix seconds of sending; refuse more than 300 seconds of difference. */
                "X-Service-Timestamp": string;
                /** @description The same over all attempts: use it to drop repeats. */
                "X-Service-Event-ID": string;
                /** @description The endpoint that this was sent to. */
                "X-Service-Webhook-ID": string;
                /** @description Standard Webhooks: the event id. */
                "webhook-id": string;
                /** @description Standard Webhooks: Unix seconds of sending. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: signs the event id too; a list, made with every valid secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The event: `evt_` and a UUID, the same over all attempts, endpoints and replays; use it to drop repeats. */
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
            /** @description The event is taken. Anything else, or no answer within 30 seconds, is retried. */
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
                /** @description Hex HMAC-SHA256 of timestamp, dot and raw body, keyed with the secret; while k secrets are valid after rotations, attempt n is keyed with number (n − 1) mod k of them, newest first. */
                "X-Service-Signature": string;
                /** @description While several secrets are valid (each for 24 hours after it was replaced): the values made with the others, newest first, comma-separated. */
                "X-Service-Signature-Previous"?: string;
                /** @description Unix seconds of sending; refuse more than 300 seconds of difference. */
                "X-Service-Timestamp": string;
                /** @description The same over all attempts: use it to drop repeats. */
                "X-Service-Event-ID": string;
                /** @description The endpoint that this was sent to. */
                "X-Service-Webhook-ID": string;
                /** @description Standard Webhooks: the event id. */
                "webhook-id": string;
                /** @description Standard Webhooks: Unix seconds of sending. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: signs the event id too; a list, made with every valid secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The event: `evt_` and a UUID, the same over all attempts, endpoints and replays; use it to drop repeats. */
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
            /** @description The event is taken. Anything else, or no answer within 30 seconds, is retried. */
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
                /** @description Hex HMAC-SHA256 of timestamp, dot and raw body, keyed with the secret; while k secrets are valid after rotations, attempt n is keyed with number (n − 1) mod k of them, newest first. */
                "X-Service-Signature": string;
                /** @description While several secrets are valid (each for 24 hours after it was replaced): the values made with the others, newest first, comma-separated. */
                "X-Service-Signature-Previous"?: string;
                /** @description Unix seconds of sending; refuse more than 300 seconds of difference. */
                "X-Service-Timestamp": string;
                /** @description The same over all attempts: use it to drop repeats. */
                "X-Service-Event-ID": string;
                /** @description The endpoint that this was sent to. */
                "X-Service-Webhook-ID": string;
                /** @description Standard Webhooks: the event id. */
                "webhook-id": string;
                /** @description Standard Webhooks: Unix seconds of sending. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: signs the event id too; a list, made with every valid secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The event: `evt_` and a UUID, the same over all attempts, endpoints and replays; use it to drop repeats. */
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
            /** @description The event is taken. Anything else, or no answer within 30 seconds, is retried. */
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
                /** @description Hex HMAC-SHA256 of timestamp, dot and raw body, keyed with the secret; while k secrets are valid after rotations, attempt n is keyed with number (n − 1) mod k of them, newest first. */
                "X-Service-Signature": string;
                /** @description While several secrets are valid (each for 24 hours after it was replaced): the values made with the others, newest first, comma-separated. */
                "X-Service-Signature-Previous"?: string;
                /** @description Unix seconds of sending; refuse more than 300 seconds of difference. */
                "X-Service-Timestamp": string;
                /** @description The same over all attempts: use it to drop repeats. */
                "X-Service-Event-ID": string;
                /** @description The endpoint that this was sent to. */
                "X-Service-Webhook-ID": string;
                /** @description Standard Webhooks: the event id. */
                "webhook-id": string;
                /** @description Standard Webhooks: Unix seconds of sending. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: signs the event id too; a list, made with every valid secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The event: `evt_` and a UUID, the same over all attempts, endpoints and replays; use it to drop repeats. */
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
            /** @description The event is taken. Anything else, or no answer within 30 seconds, is retried. */
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
                /** @description Hex HMAC-SHA256 of timestamp, dot and raw body, keyed with the secret; while k secrets are valid after rotations, attempt n is keyed with number (n − 1) mod k of them, newest first. */
                "X-Service-Signature": string;
                /** @description While several secrets are valid (each for 24 hours after it was replaced): the values made with the others, newest first, comma-separated. */
                "X-Service-Signature-Previous"?: string;
                /** @description Unix seconds of sending; refuse more than 300 seconds of difference. */
                "X-Service-Timestamp": string;
                /** @description The same over all attempts: use it to drop repeats. */
                "X-Service-Event-ID": string;
                /** @description The endpoint that this was sent to. */
                "X-Service-Webhook-ID": string;
                /** @description Standard Webhooks: the event id. */
                "webhook-id": string;
                /** @description Standard Webhooks: Unix seconds of sending. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: signs the event id too; a list, made with every valid secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The event: `evt_` and a UUID, the same over all attempts, endpoints and replays; use it to drop repeats. */
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
            /** @description The event is taken. Anything else, or no answer within 30 seconds, is retried. */
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
                /** @description Hex HMAC-SHA256 of timestamp, dot and raw body, keyed with the secret; while k secrets are valid after rotations, attempt n is keyed with number (n − 1) mod k of them, newest first. */
                "X-Service-Signature": string;
                /** @description While several secrets are valid (each for 24 hours after it was replaced): the values made with the others, newest first, comma-separated. */
                "X-Service-Signature-Previous"?: string;
                /** @description Unix seconds of sending; refuse more than 300 seconds of difference. */
                "X-Service-Timestamp": string;
                /** @description The same over all attempts: use it to drop repeats. */
                "X-Service-Event-ID": string;
                /** @description The endpoint that this was sent to. */
                "X-Service-Webhook-ID": string;
                /** @description Standard Webhooks: the event id. */
                "webhook-id": string;
                /** @description Standard Webhooks: Unix seconds of sending. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: signs the event id too; a list, made with every valid secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The event: `evt_` and a UUID, the same over all attempts, endpoints and replays; use it to drop repeats. */
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
            /** @description The event is taken. Anything else, or no answer within 30 seconds, is retried. */
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
                /** @description Hex HMAC-SHA256 of timestamp, dot and raw body, keyed with the secret; while k secrets are valid after rotations, attempt n is keyed with number (n − 1) mod k of them, newest first. */
                "X-Service-Signature": string;
                /** @description While several secrets are valid (each for 24 hours after it was replaced): the values made with the others, newest first, comma-separated. */
                "X-Service-Signature-Previous"?: string;
                /** @description Unix seconds of sending; refuse more than 300 seconds of difference. */
                "X-Service-Timestamp": string;
                /** @description The same over all attempts: use it to drop repeats. */
                "X-Service-Event-ID": string;
                /** @description The endpoint that this was sent to. */
                "X-Service-Webhook-ID": string;
                /** @description Standard Webhooks: the event id. */
                "webhook-id": string;
                /** @description Standard Webhooks: Unix seconds of sending. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: signs the event id too; a list, made with every valid secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The event: `evt_` and a UUID, the same over all attempts, endpoints and replays; use it to drop repeats. */
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
            /** @description The event is taken. Anything else, or no answer within 30 seconds, is retried. */
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
                /** @description Hex HMAC-SHA256 of timestamp, dot and raw body, keyed with the secret; while k secrets are valid after rotations, attempt n is keyed with number (n − 1) mod k of them, newest first. */
                "X-Service-Signature": string;
                /** @description While several secrets are valid (each for 24 hours after it was replaced): the values made with the others, newest first, comma-separated. */
                "X-Service-Signature-Previous"?: string;
                /** @description Unix seconds of sending; refuse more than 300 seconds of difference. */
                "X-Service-Timestamp": string;
                /** @description The same over all attempts: use it to drop repeats. */
                "X-Service-Event-ID": string;
                /** @description The endpoint that this was sent to. */
                "X-Service-Webhook-ID": string;
                /** @description Standard Webhooks: the event id. */
                "webhook-id": string;
                /** @description Standard Webhooks: Unix seconds of sending. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: signs the event id too; a list, made with every valid secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The event: `evt_` and a UUID, the same over all attempts, endpoints and replays; use it to drop repeats. */
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
                    /** @description The object as it stood then. */
                    data: {
                        /**
                         * @description The kind of object that the event is about.
                         * @constant
                         */
                        object: "darkweb_leak";
                        /** @description The object’s id, at most 128 characters. */
                        id?: string;
                        /** @description Your id of the user, at most 128 characters. */
                        user_id?: string;
                        /** @description When it was found; ISO 8601, UTC, milliseconds. */
                        detected_at?: string;
                        /** @description How bad it is: low, medium, high or critical. */
                        severity?: string;
                        /** @description Where the data was found. */
                        source?: string;
                    };
                    metadata: components["schemas"]["EventMetadata"];
                };
            };
        };
        responses: {
            /** @description The event is taken. Anything else, or no answer within 30 seconds, is retried. */
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
                /** @description Hex HMAC-SHA256 of timestamp, dot and raw body, keyed with the secret; while k secrets are valid after rotations, attempt n is keyed with number (n − 1) mod k of them, newest first. */
                "X-Service-Signature": string;
                /** @description While several secrets are valid (each for 24 hours after it was replaced): the values made with the others, newest first, comma-separated. */
                "X-Service-Signature-Previous"?: string;
                /** @description Unix seconds of sending; refuse more than 300 seconds of difference. */
                "X-Service-Timestamp": string;
                /** @description The same over all attempts: use it to drop repeats. */
                "X-Service-Event-ID": string;
                /** @description The endpoint that this was sent to. */
                "X-Service-Webhook-ID": string;
                /** @description Standard Webhooks: the event id. */
                "webhook-id": string;
                /** @description Standard Webhooks: Unix seconds of sending. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: signs the event id too; a list, made with every valid secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The event: `evt_` and a UUID, the same over all attempts, endpoints and replays; use it to drop repeats. */
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
                    /** @description The object as it stood then. */
                    data: {
                        /**
                         * @description The kind of object that the event is about.
                         * @constant
                         */
                        object: "phishing_email";
                        /** @description The object’s id, at most 128 characters. */
                        id?: string;
                        /** @description Your id of the user, at most 128 characters. */
                        user_id?: string;
                        /** @description When it was found; ISO 8601, UTC, milliseconds. */
                        detected_at?: string;
                        /** @description How bad it is: low, medium, high or critical. */
                        severity?: string;
                        /** @description The address that the e-mail claims to come from. */
                        sender?: string;
                    };
                    metadata: components["schemas"]["EventMetadata"];
                };
            };
        };
        responses: {
            /** @description The event is taken. Anything else, or no answer within 30 seconds, is retried. */
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
                /** @description Hex HMAC-SHA256 of timestamp, dot and raw body, keyed with the secret; while k secrets are valid after rotations, attempt n is keyed with number (n − 1) mod k of them, newest first. */
                "X-Service-Signature": string;
                /** @description While several secrets are valid (each for 24 hours after it was replaced): the values made with the others, newest first, comma-separated. */
                "X-Service-Signature-Previous"?: string;
                /** @description Unix seconds of sending; refuse more than 300 seconds of difference. */
                "X-Service-Timestamp": string;
                /** @description The same over all attempts: use it to drop repeats. */
                "X-Service-Event-ID": string;
                /** @description The endpoint that this was sent to. */
                "X-Service-Webhook-ID": string;
                /** @description Standard Webhooks: the event id. */
                "webhook-id": string;
                /** @description Standard Webhooks: Unix seconds of sending. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: signs the event id too; a list, made with every valid secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The event: `evt_` and a UUID, the same over all attempts, endpoints and replays; use it to drop repeats. */
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
                    /** @description A malicious address that a phishing message holds: its domain and no more. */
                    data: {
                        /**
                         * @description The kind of object that the event is about.
                         * @constant
                         */
                        object: "malicious_url";
                        /** @description The analysis: `sms_` and a UUID. */
                        id: string;
                        /** @description Your id of the user; null where nobody said, `[erased]` once they are. */
                        user_id: string | null;
                        /** @description When the message was analysed; ISO 8601, UTC, milliseconds. */
                        detected_at: string;
                        /**
                         * @description The risk level of the message.
                         * @enum {string}
                         */
                        severity: "low" | "medium" | "high" | "critical";
                        /**
                         * @description Where the address was found.
                         * @constant
                         */
                        source: "sms";
                        /** @description The registered domain of the worst address, or its host where it has none, or the scheme (`javascript:`) of what has no host; `[erased]` once forgotten. */
                        domain: string;
                        /** @description Those of all malicious addresses of the message, the worst first. */
                        domains: string[];
                    };
                    metadata: components["schemas"]["EventMetadata"];
                };
            };
        };
        responses: {
            /** @description The event is taken. Anything else, or no answer within 30 seconds, is retried. */
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
                /** @description Hex HMAC-SHA256 of timestamp, dot and raw body, keyed with the secret; while k secrets are valid after rotations, attempt n is keyed with number (n − 1) mod k of them, newest first. */
                "X-Service-Signature": string;
                /** @description While several secrets are valid (each for 24 hours after it was replaced): the values made with the others, newest first, comma-separated. */
                "X-Service-Signature-Previous"?: string;
                /** @description Unix seconds of sending; refuse more than 300 seconds of difference. */
                "X-Service-Timestamp": string;
                /** @description The same over all attempts: use it to drop repeats. */
                "X-Service-Event-ID": string;
                /** @description The endpoint that this was sent to. */
                "X-Service-Webhook-ID": string;
                /** @description Standard Webhooks: the event id. */
                "webhook-id": string;
                /** @description Standard Webhooks: Unix seconds of sending. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: signs the event id too; a list, made with every valid secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The event: `evt_` and a UUID, the same over all attempts, endpoints and replays; use it to drop repeats. */
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
                    /** @description The object as it stood then. */
                    data: {
                        /**
                         * @description The kind of object that the event is about.
                         * @constant
                         */
                        object: "spam_call";
                        /** @description The object’s id, at most 128 characters. */
                        id?: string;
                        /** @description Your id of the user, at most 128 characters. */
                        user_id?: string;
                        /** @description When it was found; ISO 8601, UTC, milliseconds. */
                        detected_at?: string;
                        /** @description How bad it is: low, medium, high or critical. */
                        severity?: string;
                        /** @description The number that called, in E.164 form. */
                        caller?: string;
                    };
                    metadata: components["schemas"]["EventMetadata"];
                };
            };
        };
        responses: {
            /** @description The event is taken. Anything else, or no answer within 30 seconds, is retried. */
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
                /** @description Hex HMAC-SHA256 of timestamp, dot and raw body, keyed with the secret; while k secrets are valid after rotations, attempt n is keyed with number (n − 1) mod k of them, newest first. */
                "X-Service-Signature": string;
                /** @description While several secrets are valid (each for 24 hours after it was replaced): the values made with the others, newest first, comma-separated. */
                "X-Service-Signature-Previous"?: string;
                /** @description Unix seconds of sending; refuse more than 300 seconds of difference. */
                "X-Service-Timestamp": string;
                /** @description The same over all attempts: use it to drop repeats. */
                "X-Service-Event-ID": string;
                /** @description The endpoint that this was sent to. */
                "X-Service-Webhook-ID": string;
                /** @description Standard Webhooks: the event id. */
                "webhook-id": string;
                /** @description Standard Webhooks: Unix seconds of sending. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: signs the event id too; a list, made with every valid secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The event: `evt_` and a UUID, the same over all attempts, endpoints and replays; use it to drop repeats. */
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
            /** @description The event is taken. Anything else, or no answer within 30 seconds, is retried. */
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
                /** @description Hex HMAC-SHA256 of timestamp, dot and raw body, keyed with the secret; while k secrets are valid after rotations, attempt n is keyed with number (n − 1) mod k of them, newest first. */
                "X-Service-Signature": string;
                /** @description While several secrets are valid (each for 24 hours after it was replaced): the values made with the others, newest first, comma-separated. */
                "X-Service-Signature-Previous"?: string;
                /** @description Unix seconds of sending; refuse more than 300 seconds of difference. */
                "X-Service-Timestamp": string;
                /** @description The same over all attempts: use it to drop repeats. */
                "X-Service-Event-ID": string;
                /** @description The endpoint that this was sent to. */
                "X-Service-Webhook-ID": string;
                /** @description Standard Webhooks: the event id. */
                "webhook-id": string;
                /** @description Standard Webhooks: Unix seconds of sending. */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: signs the event id too; a list, made with every valid secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The event: `evt_` and a UUID, the same over all attempts, endpoints and replays; use it to drop repeats. */
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
            /** @description The event is taken. Anything else, or no answer within 30 seconds, is retried. */
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
  changePassword: { method: 'POST', path: '/api/auth/password', hasToken: true, key: 'none' },
  jwks: { method: 'GET', path: '/.well-known/jwks.json', hasToken: false, key: 'none' },
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
  getTransaction: { method: 'GET', path: '/transactions/{transaction_id}', hasToken: true, key: 'none' },
  requestRefund: { method: 'POST', path: '/refund/request', hasToken: true, key: 'always' },
  listRefunds: { method: 'GET', path: '/refund/list', hasToken: true, key: 'none' },
  getRefund: { method: 'GET', path: '/refund/{refund_id}', hasToken: true, key: 'none' },
  cancelRefund: { method: 'POST', path: '/refund/{refund_id}/cancel', hasToken: true, key: 'none' },
  retryRefund: { method: 'POST', path: '/refund/{refund_id}/retry', hasToken: true, key: 'none' },
  voidRefund: { method: 'POST', path: '/refund/{refund_id}/void', hasToken: true, key: 'none' },
  listReconciliationFlags: { method: 'GET', path: '/reconciliation/flags', hasToken: true, key: 'none' },
  resolveReconciliationFlag: { method: 'POST', path: '/reconciliation/flags/{flag_id}/resolve', hasToken: true, key: 'none' },
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
  listVpnServers: { method: 'GET', path: '/vpn/servers', hasToken: true, key: 'none' },
  connectVpn: { method: 'POST', path: '/vpn/connect', hasToken: true, key: 'none' },
  disconnectVpn: { method: 'POST', path: '/vpn/disconnect', hasToken: true, key: 'none' },
  heartbeatVpn: { method: 'POST', path: '/vpn/heartbeat', hasToken: true, key: 'none' },
  listVpnSessions: { method: 'GET', path: '/vpn/sessions', hasToken: true, key: 'none' },
  listVpnHistory: { method: 'GET', path: '/vpn/sessions/history', hasToken: true, key: 'none' },
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
  getWebhook: { method: 'GET', path: '/webhooks/{webhook_id}', hasToken: true, key: 'none' },
  updateWebhook: { method: 'PATCH', path: '/webhooks/{webhook_id}', hasToken: true, key: 'none' },
  deleteWebhook: { method: 'DELETE', path: '/webhooks/{webhook_id}', hasToken: true, key: 'none' },
  rotateWebhookSecret: { method: 'POST', path: '/webhooks/{webhook_id}/rotate-secret', hasToken: true, key: 'none' },
  sendTestEvent: { method: 'POST', path: '/webhooks/{webhook_id}/test', hasToken: true, key: 'none' },
  listDeliveries: { method: 'GET', path: '/webhooks/{webhook_id}/deliveries', hasToken: true, key: 'none' },
  getDelivery: { method: 'GET', path: '/webhooks/{webhook_id}/deliveries/{delivery_id}', hasToken: true, key: 'none' },
  retryDelivery: { method: 'POST', path: '/webhooks/{webhook_id}/deliveries/{delivery_id}/retry', hasToken: true, key: 'none' },
  recoverDeliveries: { method: 'POST', path: '/webhooks/{webhook_id}/recover', hasToken: true, key: 'none' },
  getRecovery: { method: 'GET', path: '/webhooks/{webhook_id}/recover/{recovery_id}', hasToken: true, key: 'none' },
  listEvents: { method: 'GET', path: '/events', hasToken: true, key: 'none' },
  getEvent: { method: 'GET', path: '/events/{event_id}', hasToken: true, key: 'none' },
  getRefundHistory: { method: 'GET', path: '/audit/refunds/{refund_id}', hasToken: true, key: 'none' },
  getAuditRecord: { method: 'GET', path: '/audit/{family}/{id}', hasToken: true, key: 'none' },
  searchAudit: { method: 'GET', path: '/audit/search', hasToken: true, key: 'none' },
  getAuditProof: { method: 'GET', path: '/audit/{family}/{id}/proof', hasToken: true, key: 'none' },
  eraseSubject: { method: 'POST', path: '/admin/subjects/{user_id}/erase', hasToken: true, key: 'none' },
  getSubject: { method: 'GET', path: '/admin/subjects/{user_id}', hasToken: true, key: 'none' },
  exportSubject: { method: 'GET', path: '/admin/subjects/{user_id}/export', hasToken: true, key: 'none' },
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
