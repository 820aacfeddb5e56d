// Made by `npm run client` from the OpenAPI document and the error catalogue; a change by hand is lost.

export interface paths {
    "/.well-known/jwks.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Public keys that verify our tokens */
        get: operations["jwks"];
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
        /** Clients, the oldest first */
        get: operations["listClients"];
        put?: never;
        /** Onboard a client */
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
        /** One client */
        get: operations["getClient"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change the terms of a client, or lock it out */
        patch: operations["changeClient"];
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
         */
        delete: operations["revokeServiceAccount"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Users of a client */
        get: operations["listUsers"];
        put?: never;
        /** Give somebody an account */
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
        /** One user */
        get: operations["getUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change role, status or password of a user, or end their sessions */
        patch: operations["changeUser"];
        trace?: never;
    };
    "/api/auth/biometric": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The keys of the current user */
        get: operations["listCredentials"];
        put?: never;
        post?: never;
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
        /** Log in with a registered key */
        post: operations["biometricLogin"];
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
        /** Take a key away from the current user */
        delete: operations["removeCredential"];
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
        /** A challenge to sign, good once */
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
        /** Register a key of this device, or a WebAuthn key, for the current user, until the password is changed */
        post: operations["registerCredential"];
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
        /** The Google and Apple accounts that are linked to the current user */
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
        /** Take a Google or Apple account away from the current user */
        delete: operations["unlinkSocialLogin"];
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
        /** Log in by e-mail and password */
        post: operations["login"];
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
        /** End the session of a Bearer token or of a refresh token */
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
        /** The current user */
        get: operations["me"];
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
        /** A nonce for a social login */
        post: operations["requestNonce"];
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
        /** Change the own password; every session, key and linked login ends */
        post: operations["changePassword"];
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
        /** Get a new access token */
        post: operations["refresh"];
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
        /** Let a Google or Apple account log the current user in, until the password is changed */
        post: operations["linkSocialLogin"];
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
        /** Log in with an id token of Google or Apple */
        post: operations["socialLogin"];
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
        /** The history of a refund with its hash chain verified */
        get: operations["getRefundHistory"];
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
    "/health/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The process answers */
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
        /** Every part works, with its state and lag */
        get: operations["ready"];
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
        /** One refund */
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
        /** Cancel a refund that is still pending */
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
        /** Try a failed refund again */
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
        /** Void a refund; money that moved is asked back */
        post: operations["voidRefund"];
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
        /** List refunds, newest first */
        get: operations["listRefunds"];
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
        /** Request a refund of a transaction, or of a part of it */
        post: operations["requestRefund"];
        delete?: never;
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
        /** Record one transaction, or up to 1,000 */
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
    "/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List your endpoints */
        get: operations["listWebhooks"];
        put?: never;
        /** Register an endpoint; its secret is shown once */
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
        /** Read an endpoint */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /** Delete an endpoint and cancel what waits for it */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /** Change an endpoint, or switch it on or off */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/webhooks/{webhook_id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List deliveries, newest first; one is listed as soon as the request that caused it is answered */
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
        /** Read a delivery with its attempts */
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
        /** Send a delivery once more, now */
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
        /** Send again what failed for good, or what was never queued, since a time */
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
        /** See how far a recovery has come */
        get: operations["getRecovery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
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
        /** Get a new secret; the old one stays valid for 24 hours, and five are valid at once at most */
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
        /** Send a sample event of a type; real data is not touched */
        post: operations["sendTestEvent"];
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
        /** The event fraud.detected */
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
        /** The event fraud.resolved */
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
        /** The event fraud.escalated */
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
        /** The event fraud.score_updated */
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
        /** The event refund.created */
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
        /** The event refund.processing */
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
        /** The event refund.completed */
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
        /** The event refund.failed */
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
        /** The event refund.cancelled */
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
        /** The event refund.voided */
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
        /** The event darkweb.leak_detected */
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
        /** The event phishing.email_detected */
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
        /** The event url.malicious_detected */
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
        /** The event spam.call_blocked */
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
        /** The event webhook.disabled */
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
        /** The event webhook.delivery_exhausted */
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
        Client: {
            client_id: string;
            name: string;
            /** @enum {string} */
            tier: "A" | "B" | "C";
            /** @description Rate limits in place of the tier's; null = the tier's */
            agreed_limit: {
                per_minute: number;
                per_day: number | null;
            } | null;
            /** @enum {string} */
            status: "active" | "disabled";
            /** @description ISO 8601, UTC, milliseconds */
            created_at: string;
        };
        DeliveryRecord: {
            delivery_id: string;
            event_id: string;
            /** @enum {string} */
            event_type: "fraud.detected" | "fraud.resolved" | "fraud.escalated" | "fraud.score_updated" | "refund.created" | "refund.processing" | "refund.completed" | "refund.failed" | "refund.cancelled" | "refund.voided" | "darkweb.leak_detected" | "phishing.email_detected" | "url.malicious_detected" | "spam.call_blocked" | "webhook.disabled" | "webhook.delivery_exhausted";
            /** @enum {string} */
            status: "pending" | "succeeded" | "failed" | "cancelled";
            test_mode: boolean;
            attempts: number;
            /** @description ISO 8601, UTC, milliseconds */
            created_at: string;
            next_attempt_at: string | null;
            finished_at: string | null;
            last_attempt: {
                /** @description ISO 8601, UTC, milliseconds */
                at: string;
                status_code: number | null;
                error_code: string | null;
            } | null;
            attempt_log: {
                number: number;
                /** @description ISO 8601, UTC, milliseconds */
                at: string;
                status_code: number | null;
                duration_ms: number;
                error_code: string | null;
                response: {
                    headers: {
                        [key: string]: string;
                    };
                    /** @description At most 16 KiB of what was answered */
                    body: string;
                    /** @enum {string} */
                    body_encoding: "utf8" | "base64";
                } | null;
            }[];
        };
        Error: {
            error_code: string;
            message: string;
            details: {
                [key: string]: unknown;
            };
            timestamp: string;
            request_id: string;
        };
        EventMetadata: {
            webhook_id: string;
            delivery_attempt: number;
            /** @description Numbers the events of one object from 1 */
            sequence: number;
            test_mode: boolean;
        };
        EventRecord: {
            /** @description `evt_` and a UUID: the same here, in every delivery, attempt and replay (X-Service-Event-ID) */
            id: string;
            /**
             * @description What happened; the types are those that endpoints subscribe to
             * @enum {string}
             */
            type: "fraud.detected" | "fraud.resolved" | "fraud.escalated" | "fraud.score_updated" | "refund.created" | "refund.processing" | "refund.completed" | "refund.failed" | "refund.cancelled" | "refund.voided" | "darkweb.leak_detected" | "phishing.email_detected" | "url.malicious_detected" | "spam.call_blocked" | "webhook.disabled" | "webhook.delivery_exhausted";
            /** @description Version of the shape of the event, a date: 2026-11-01 */
            api_version: string;
            /** @description When it happened: ISO 8601, UTC, milliseconds */
            created_at: string;
            /** @description The object as it stood right after the event, as it was delivered, in the schema of the type under "Webhooks"; `object` names its kind. A person who was erased since is `[erased]` */
            data: {
                [key: string]: unknown;
            };
            /** @description Of a delivery only what all of its deliveries have in common */
            metadata: {
                /** @description Numbers the events of one object from 1, so that they can be put in order; what is not told leaves gaps */
                sequence: number;
                /** @description Whether the service is a sandbox, where no money moves */
                test_mode: boolean;
            };
        };
        Me: {
            id: string;
            email: string | null;
            client_id: string;
            /** @enum {string} */
            role: "consumer" | "integrator" | "operator" | "auditor" | "admin" | "service_account";
            scopes: ("refund:read" | "refund:write" | "refund:void" | "audit:read" | "transaction:read" | "transaction:write" | "fraud:score" | "sms:analyze" | "vpn:use" | "vpn:use:any" | "vpn:admin" | "notify:register" | "notify:send" | "notify:read" | "events:read" | "webhooks:manage" | "users:admin")[];
        };
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
            scopes: ("refund:read" | "refund:write" | "refund:void" | "audit:read" | "transaction:read" | "transaction:write" | "fraud:score" | "sms:analyze" | "vpn:use" | "vpn:use:any" | "vpn:admin" | "notify:register" | "notify:send" | "notify:read" | "events:read" | "webhooks:manage" | "users:admin")[];
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
        RefreshedToken: {
            access_token: string;
            /** @constant */
            token_type: "Bearer";
            /** @description Seconds */
            expires_in: number;
        };
        RefundEventData: {
            refund_id: string;
            /** @enum {string} */
            status: "pending" | "processing" | "completed" | "failed" | "cancelled" | "voided";
            transaction_id: string;
            alert_id?: string;
            /** @description Major units */
            amount: number;
            currency: string;
            reason: string;
            description?: string;
            beneficiary: {
                name: string;
                account_masked: string;
            };
            /** @description The beneficiary is not the transaction's user */
            beneficiary_mismatch?: boolean;
            /** @description ISO 8601, UTC, milliseconds */
            created_at: string;
            metadata: {
                case_id?: string;
                agent_id?: string;
            };
            failure_reason?: string;
            retry_count?: number;
            previous_failure?: {
                /** @description ISO 8601, UTC, milliseconds */
                failed_at: string;
                failure_reason: string;
            } | null;
            retried_at?: string | null;
            /** @description ISO 8601, UTC, milliseconds */
            cancelled_at?: string;
            cancelled_by?: string;
            cancel_reason?: string;
            /** @description ISO 8601, UTC, milliseconds */
            voided_at?: string;
            voided_by?: string;
            void_reason?: string;
            void_details?: string;
            original_amount?: number;
            funds_transferred?: boolean;
            /**
             * @description Of the money that was out; when it changes, refund.voided is sent again
             * @enum {string}
             */
            reversal_status?: "pending" | "completed" | "failed";
            reversal_reference?: string;
            /** @constant */
            object: "refund";
            /** @description ISO 8601, UTC, milliseconds */
            completed_at?: string;
            reference?: string;
            processing_time_seconds?: number;
        };
        RefundRecord: {
            refund_id: string;
            /** @enum {string} */
            status: "pending" | "processing" | "completed" | "failed" | "cancelled" | "voided";
            idempotency_key: string;
            transaction_id: string;
            alert_id?: string;
            /** @description Major units */
            amount: number;
            currency: string;
            reason: string;
            description?: string;
            beneficiary: {
                name: string;
                account_masked: string;
            };
            /** @description The beneficiary is not the transaction's user */
            beneficiary_mismatch?: boolean;
            /** @description ISO 8601, UTC, milliseconds */
            created_at: string;
            /** @description ISO 8601, UTC, milliseconds */
            estimated_completion: string;
            tracking: {
                reference: string;
                trace_id: string;
            };
            metadata: {
                case_id?: string;
                agent_id?: string;
            };
            completion?: {
                /** @description ISO 8601, UTC, milliseconds */
                completed_at: string;
                reference: string;
                processing_time_seconds: number;
            };
            failure_reason?: string;
            retry_count?: number;
            previous_failure?: {
                /** @description ISO 8601, UTC, milliseconds */
                failed_at: string;
                failure_reason: string;
            } | null;
            retried_at?: string | null;
            /** @description ISO 8601, UTC, milliseconds */
            cancelled_at?: string;
            cancelled_by?: string;
            cancel_reason?: string;
            /** @description ISO 8601, UTC, milliseconds */
            voided_at?: string;
            voided_by?: string;
            void_reason?: string;
            void_details?: string;
            original_amount?: number;
            funds_transferred?: boolean;
            /**
             * @description Of the money that was out; when it changes, refund.voided is sent again
             * @enum {string}
             */
            reversal_status?: "pending" | "completed" | "failed";
            reversal_reference?: string;
            /** @description Present when the request repeated an earlier one */
            duplicate?: {
                /** @constant */
                code: "REFUND_004";
                message: string;
                /** @description ISO 8601, UTC, milliseconds */
                first_request_at: string;
            };
        };
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
            scopes: ("refund:read" | "refund:write" | "refund:void" | "audit:read" | "transaction:read" | "transaction:write" | "fraud:score" | "sms:analyze" | "vpn:use" | "vpn:use:any" | "vpn:admin" | "notify:register" | "notify:send" | "notify:read" | "events:read" | "webhooks:manage" | "users:admin")[];
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
        TokenSet: {
            /** @description JWT; send it as Authorization: Bearer */
            access_token: string;
            /** @description JWT; good only for POST /api/auth/refresh */
            refresh_token: string;
            /** @constant */
            token_type: "Bearer";
            /** @description Seconds */
            expires_in: number;
            user: {
                id: string;
                email: string | null;
            };
        };
        TransactionRecord: {
            /** @description Your own id of the transaction */
            transaction_id: string;
            /** @description Your own id of the user whose transaction it is */
            user_id: string;
            /** @description The user's account, as it was recorded; null when none was */
            account_id: string | null;
            /** @description Of the transaction, in major units with at most the currency's decimals */
            amount: number;
            /** @description Of all amounts here: ISO 4217, upper case */
            currency: string;
            /** @description What kind of transaction it is: transfer, payment, withdrawal, deposit, refund */
            operation_type: string;
            /** @description Who was paid, as it was recorded; null when nobody was named */
            merchant: {
                /** @description The merchant's id, as it was recorded; null when none was */
                id: string | null;
                /** @description The merchant's name, as it was recorded; null when none was */
                name: string | null;
                /** @description Its category, as it was recorded; null when none was */
                category: string | null;
            } | null;
            /** @description What the transaction was made with, as it was recorded; null when nothing was */
            device: {
                /** @description Its address, as it was recorded; null when none was */
                ip: string | null;
                /** @description Its user agent, as it was recorded; null when none was */
                user_agent: string | null;
                /** @description Its fingerprint, as it was recorded; null when none was */
                fingerprint: string | null;
            } | null;
            /** @description When it happened, by your word: ISO 8601, UTC, milliseconds */
            timestamp: string;
            /** @description What refunds have been given of it or hold of it, in major units: pending and processing ones count, failed and cancelled ones do not, and a voided one until its money is back */
            refunded_amount: number;
            /** @description What a refund request could have of it at this moment, in major units; 0 when nothing is left */
            refundable_amount: number;
            /** @description Its refunds, newest first, 50 at most */
            refunds: {
                /** @description `rf_` and a UUID, for `GET /refund/{refund_id}` */
                refund_id: string;
                /**
                 * @description Of the refund, at this moment
                 * @enum {string}
                 */
                status: "pending" | "processing" | "completed" | "failed" | "cancelled" | "voided";
                /** @description Of the refund, in major units */
                amount: number;
                /** @description Of the refund; that of the transaction */
                currency: string;
                /** @description With which it was requested */
                reason: string;
                /** @description When it was requested: ISO 8601, UTC, milliseconds */
                created_at: string;
            }[];
            /** @description Whether there are older refunds: `GET /refund/list?transaction_id=…` lists all of them */
            has_more_refunds: boolean;
        };
        User: {
            user_id: string;
            client_id: string;
            email: string | null;
            /** @enum {string} */
            role: "consumer" | "integrator" | "operator" | "auditor" | "admin";
            /** @enum {string} */
            status: "active" | "disabled";
            /** @description ISO 8601, UTC, milliseconds */
            created_at: string;
        };
        WebhookRecord: {
            webhook_id: string;
            url: string;
            events: string[];
            description: string | null;
            metadata: {
                [key: string]: components["schemas"]["__schema0"];
            };
            /** @description Deliveries per second at most; null = no limit */
            rate_per_second: number | null;
            /** @enum {string} */
            status: "active" | "disabled";
            disabled_reason: ("requested" | "gone" | "failing") | null;
            /** @description ISO 8601, UTC, milliseconds */
            created_at: string;
            /** @description ISO 8601, UTC, milliseconds */
            updated_at: string;
        };
    };
    responses: {
        /** @description AUTH_001: Invalid credentials. */
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
         * @description AUTH_001: Invalid credentials.
         *     AUTH_002: The token has expired.
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
        /** @description AUTH_003: Insufficient scope. */
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
        /**
         * @description AUTH_004: Too many login attempts.
         *     RATE_LIMIT_EXCEEDED: Too many requests.
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
        /** @description CONFLICT: The request conflicts with what is already recorded. */
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
        /**
         * @description IDEMPOTENCY_IN_PROGRESS: A request with this Idempotency-Key is still being processed.
         *     REFUND_007: Transaction already refunded.
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
         * @description IDEMPOTENCY_KEY_REUSED: This Idempotency-Key was used with another request.
         *     REFUND_008: Amount exceeds the original transaction.
         *     REFUND_010: Invalid beneficiary account details.
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
        /** @description INTERNAL_ERROR: An unexpected error occurred. */
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
        /** @description INTERNAL_ERROR: An unexpected error occurred. */
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
        /** @description INVALID_REQUEST: The request is not valid. */
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
        /** @description NOT_FOUND: There is no such resource. */
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
         * @description NOT_FOUND: There is no such resource.
         *     REFUND_003: Refund not found.
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
        /** @description PAYLOAD_TOO_LARGE: The request body is too large. */
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
        /** @description RATE_LIMIT_EXCEEDED: Too many requests. */
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
        /** @description REFUND_001: Invalid refund request. */
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
         * @description REFUND_001: Invalid refund request.
         *     REFUND_005: Missing or malformed Idempotency-Key header.
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
        /** @description REFUND_002: Original transaction not found. */
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
        /** @description REFUND_006: Invalid state transition. */
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
         * @description REFUND_006: Invalid state transition.
         *     REFUND_007: Transaction already refunded.
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
         * @description REFUND_008: Amount exceeds the original transaction.
         *     REFUND_010: Invalid beneficiary account details.
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
         * @description REFUND_009: Payment provider unavailable.
         *     SERVICE_UNAVAILABLE: The service is temporarily unavailable.
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
        /** @description SERVICE_UNAVAILABLE: The service is temporarily unavailable. */
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
        /** @description SERVICE_UNAVAILABLE: The service is temporarily unavailable. */
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
        /** @description UNSUPPORTED_MEDIA_TYPE: The request body must be application/json. */
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
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description The caller's own X-Request-Id when it was usable, otherwise ours */
        "X-Request-Id": string;
        /** @description Requests allowed in the window that binds first */
        "X-RateLimit-Limit": number;
        /** @description Requests left in that window */
        "X-RateLimit-Remaining": number;
        /** @description End of that window, Unix seconds */
        "X-RateLimit-Reset": number;
        /** @description The same, as the IETF draft writes it */
        RateLimit: string;
        /** @description Every window, as the IETF draft writes it */
        "RateLimit-Policy": string;
        /** @description The request was made before; nothing was done again */
        "Idempotent-Replayed": "true";
        /** @description Seconds to wait */
        "Retry-After": number;
        /** @description Bearer, with the reason when a token was sent */
        "WWW-Authenticate": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    jwks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        keys: {
                            kty: string;
                            crv: string;
                            x: string;
                            y: string;
                            kid: string;
                            use: string;
                            alg: string;
                        }[];
                    };
                };
            };
            500: components["responses"]["INTERNAL_ERROR.unlimited"];
            503: components["responses"]["SERVICE_UNAVAILABLE.unlimited"];
        };
    };
    listClients: {
        parameters: {
            query?: {
                /** @description The last id of the page before; leave out for the first page */
                after?: string;
                limit?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
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
                    name: string;
                    /**
                     * @default B
                     * @enum {string}
                     */
                    tier?: "A" | "B" | "C";
                    /** @description Rate limits in place of the tier's; null = the tier's */
                    agreed_limit?: {
                        per_minute: number;
                        per_day: number | null;
                    } | null;
                };
            };
        };
        responses: {
            /** @description Created */
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
                client_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
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
                client_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    /** @enum {string} */
                    tier?: "A" | "B" | "C";
                    /** @description Rate limits in place of the tier's; null = the tier's */
                    agreed_limit?: {
                        per_minute: number;
                        per_day: number | null;
                    } | null;
                    /** @enum {string} */
                    status?: "active" | "disabled";
                };
            };
        };
        responses: {
            /** @description OK */
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
    listServiceAccounts: {
        parameters: {
            query?: {
                /** @description The last id of the page before; leave out for the first page */
                after?: string;
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
            /** @description OK */
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
                    scopes: ("refund:read" | "refund:write" | "refund:void" | "audit:read" | "transaction:read" | "transaction:write" | "fraud:score" | "sms:analyze" | "vpn:use" | "vpn:use:any" | "vpn:admin" | "notify:register" | "notify:send" | "notify:read" | "events:read" | "webhooks:manage" | "users:admin")[];
                    /** @description From when on it opens nothing: ISO 8601 with an offset, in the future; null or missing = never. */
                    expires_at?: string | null;
                };
            };
        };
        responses: {
            /** @description Created */
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
            /** @description OK */
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
            /** @description OK */
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
    listUsers: {
        parameters: {
            query?: {
                /** @description The last id of the page before; leave out for the first page */
                after?: string;
                limit?: string;
                /** @description The caller's own client unless given */
                client_id?: string;
                /** @description Only the user with this address */
                email?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
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
                    /** @description The caller's own client unless given */
                    client_id?: string;
                    /** Format: email */
                    email: string;
                    /** @enum {string} */
                    role: "consumer" | "integrator" | "operator" | "auditor" | "admin";
                    /** @description Without one the user comes in by social or biometric login only */
                    password?: string | null;
                };
            };
        };
        responses: {
            /** @description Created */
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
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
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
                user_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    role?: "consumer" | "integrator" | "operator" | "auditor" | "admin";
                    /** @enum {string} */
                    status?: "active" | "disabled";
                    password?: string;
                    revoke_sessions?: boolean;
                };
            };
        };
        responses: {
            /** @description OK */
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
            /** @description OK */
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
                        data: {
                            credential_id: string;
                            /** @enum {string} */
                            type: "device" | "webauthn";
                            device_id: string;
                            /** @enum {string} */
                            platform: "ios" | "android" | "web";
                            /**
                             * @description disabled: too many wrong signatures. ended: the password was changed since; register or link again
                             * @enum {string}
                             */
                            status: "active" | "disabled" | "ended";
                            /** Format: date-time */
                            registered_at: string;
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
                    credential_id: string;
                    challenge_id: string;
                    device_id: string;
                    /**
                     * @default device
                     * @constant
                     */
                    type?: "device";
                    /** @description ES256 over biometric-login.v1, challenge, credential_id and device_id, one per line; DER or raw */
                    signature: string;
                } | {
                    credential_id: string;
                    challenge_id: string;
                    device_id: string;
                    /** @constant */
                    type: "webauthn";
                    response: {
                        id: string;
                        rawId: string;
                        /** @constant */
                        type: "public-key";
                        /** @default {} */
                        clientExtensionResults?: Record<string, never>;
                        response: {
                            clientDataJSON: string;
                            authenticatorData: string;
                            signature: string;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description OK */
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
    removeCredential: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                credential_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
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
                        credential_id: string;
                        /** @constant */
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
                    /** @description The key that will log in; leave out to register one */
                    credential_id?: string | null;
                } | null;
            };
        };
        responses: {
            /** @description Created */
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
                        challenge_id: string;
                        /** @description 32 bytes, base64url */
                        challenge: string;
                        /** @description Seconds */
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
                    device_id: string;
                    /** @enum {string} */
                    platform: "ios" | "android" | "web";
                    challenge_id: string;
                    /**
                     * @default device
                     * @constant
                     */
                    type?: "device";
                    /**
                     * @default ES256
                     * @constant
                     */
                    algorithm?: "ES256";
                    /** @description P-256 public key: SPKI, DER, base64url */
                    public_key: string;
                    /** @description ES256 over biometric-register.v1, challenge, user id and device_id, one per line; DER or raw */
                    signature: string;
                } | {
                    device_id: string;
                    /** @enum {string} */
                    platform: "ios" | "android" | "web";
                    challenge_id: string;
                    /** @constant */
                    type: "webauthn";
                    response: {
                        id: string;
                        rawId: string;
                        /** @constant */
                        type: "public-key";
                        /** @default {} */
                        clientExtensionResults?: Record<string, never>;
                        response: {
                            clientDataJSON: string;
                            attestationObject: string;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description Created */
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
    listIdentities: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
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
                        data: {
                            identity_id: string;
                            /** @enum {string} */
                            provider: "google" | "apple";
                            /**
                             * @description ended: the password was changed since; register or link again
                             * @enum {string}
                             */
                            status: "active" | "ended";
                            /** Format: date-time */
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
                identity_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
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
                        identity_id: string;
                        /** @constant */
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
                    email: string;
                    password: string;
                };
            };
        };
        responses: {
            /** @description OK */
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
                    refresh_token?: string | null;
                } | null;
            };
        };
        responses: {
            /** @description OK */
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
                        /** @constant */
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
            /** @description OK */
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
    requestNonce: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Created */
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
                        nonce: string;
                        /** @description Seconds */
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
                    current_password: string;
                    new_password: string;
                };
            };
        };
        responses: {
            /** @description OK */
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
                        /** @constant */
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
                    refresh_token: string;
                };
            };
        };
        responses: {
            /** @description OK */
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
                    /** @enum {string} */
                    provider: "google" | "apple";
                    /** @description The id token as the provider issued it */
                    id_token: string;
                    /** @description From POST /api/auth/nonce, when the token was asked for with it */
                    nonce?: string | null;
                    device_id?: string | null;
                };
            };
        };
        responses: {
            /** @description OK */
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
                        /** @constant */
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
                    /** @enum {string} */
                    provider: "google" | "apple";
                    /** @description The id token as the provider issued it */
                    id_token: string;
                    /** @description From POST /api/auth/nonce, when the token was asked for with it */
                    nonce?: string | null;
                    device_id?: string | null;
                };
            };
        };
        responses: {
            /** @description OK */
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
    getRefundHistory: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                refund_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
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
                        refund_id: string;
                        /** @description The beneficiary is not the transaction's user; false also where nobody looked */
                        beneficiary_mismatch: boolean;
                        /** @description The payment network said what can not be true beside what is recorded; see NetworkContradicted in the history */
                        network_contradicted: boolean;
                        history: {
                            /** @description Place in the history of the refund, 0 first */
                            revision: number;
                            event_id: string;
                            type: string;
                            /** @description ISO 8601, UTC, milliseconds */
                            at: string;
                            actor: {
                                sub: string;
                                client_id: string;
                                role: string;
                                ip: string | null;
                            };
                            request_id: string;
                            /** @description The first request of the chain of causes */
                            correlation_id: string;
                            /** @description The event that caused this one, when no person or client did */
                            causation_id: string | null;
                            /** @description What the event says, without sealed texts; amounts in minor units */
                            facts: {
                                [key: string]: unknown;
                            };
                            prev_hash: string | null;
                            /** @description SHA-256 over prev_hash and what was decided */
                            hash: string;
                        }[];
                        chain: {
                            /** @description Events in the store, recorded up to now */
                            events: number;
                            intact: boolean;
                            /** @description The first event that does not follow from the ones before it */
                            first_broken_revision: number | null;
                            /** @description The last event's hash: keep it, and a history cut short can be told later */
                            head_hash: string | null;
                        };
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
    listEvents: {
        parameters: {
            query?: {
                /** @description Only events of this type, or of a family: `refund.completed`, `refund.*`; `*` is all, as without it */
                type?: "*" | "fraud.*" | "refund.*" | "darkweb.*" | "phishing.*" | "url.*" | "spam.*" | "webhook.*" | "fraud.detected" | "fraud.resolved" | "fraud.escalated" | "fraud.score_updated" | "refund.created" | "refund.processing" | "refund.completed" | "refund.failed" | "refund.cancelled" | "refund.voided" | "darkweb.leak_detected" | "phishing.email_detected" | "url.malicious_detected" | "spam.call_blocked" | "webhook.disabled" | "webhook.delivery_exhausted";
                /** @description Only events of one object, by its id: `rf_…`, `wh_…`, `dlv_…`. One that is not yours has none */
                object?: string;
                /** @description Only events created at this time or later; ISO 8601 with an offset */
                since?: string;
                /** @description Only events created before this time; ISO 8601 with an offset */
                until?: string;
                /** @description Events per page, 1 to 100; 50 unless said */
                limit?: number;
                /** @description `next_cursor` of the page before, unchanged, with the same filters; without it the newest come */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
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
                        /** @description Newest first */
                        data: components["schemas"]["EventRecord"][];
                        pagination: {
                            /** @description Send it as `cursor` with the same filters for the page of older events; null on the last page */
                            next_cursor: string | null;
                            /** @description Whether there are older events that fit the filters */
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
                /** @description `id` of an event: `evt_` and a UUID, as X-Service-Event-ID and `GET /events` tell it */
                event_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
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
    live: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
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
            /** @description OK */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        status: "ready" | "not_ready";
                        parts: {
                            [key: string]: {
                                /** @enum {string} */
                                state: "up" | "degraded" | "down" | "off";
                                /** @description Age of the oldest work that waits; roles have one */
                                lag_ms?: number;
                                /** @description How far this machine's clock is ahead of the database's; the part `clock` has it */
                                offset_ms?: number;
                                /** @description What is not in order, in words */
                                note?: string;
                            };
                        };
                    };
                };
            };
            500: components["responses"]["INTERNAL_ERROR.unlimited"];
            /** @description Service Unavailable */
            503: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @enum {string} */
                        status: "ready" | "not_ready";
                        parts: {
                            [key: string]: {
                                /** @enum {string} */
                                state: "up" | "degraded" | "down" | "off";
                                /** @description Age of the oldest work that waits; roles have one */
                                lag_ms?: number;
                                /** @description How far this machine's clock is ahead of the database's; the part `clock` has it */
                                offset_ms?: number;
                                /** @description What is not in order, in words */
                                note?: string;
                            };
                        };
                    };
                };
            };
        };
    };
    getRefund: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                refund_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
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
                refund_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    reason?: string | null;
                    cancelled_by?: string | null;
                } | null;
            };
        };
        responses: {
            /** @description OK */
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
                        refund_id: string;
                        /** @enum {string} */
                        status: "pending" | "processing" | "completed" | "failed" | "cancelled" | "voided";
                        /** @description ISO 8601, UTC, milliseconds */
                        cancelled_at: string;
                        cancelled_by: string;
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
                refund_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    update_beneficiary?: {
                        account_number: string;
                        bank_code?: string | null;
                    } | null;
                    retry_reason?: string | null;
                } | null;
            };
        };
        responses: {
            /** @description OK */
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
                        refund_id: string;
                        /** @enum {string} */
                        status: "pending" | "processing" | "completed" | "failed" | "cancelled" | "voided";
                        retry_count: number;
                        previous_failure: {
                            /** @description ISO 8601, UTC, milliseconds */
                            failed_at: string;
                            failure_reason: string;
                        } | null;
                        retried_at: string | null;
                        /** @description ISO 8601, UTC, milliseconds */
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
                refund_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    reason: "fraud_not_confirmed" | "beneficiary_data_error" | "duplicate_refund" | "compliance_hold" | "customer_request";
                    details?: string | null;
                    voided_by?: string | null;
                };
            };
        };
        responses: {
            /** @description OK */
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
                        refund_id: string;
                        /** @enum {string} */
                        status: "pending" | "processing" | "completed" | "failed" | "cancelled" | "voided";
                        /** @description ISO 8601, UTC, milliseconds */
                        voided_at: string;
                        voided_by: string;
                        void_reason: string;
                        void_details?: string;
                        original_amount: number;
                        funds_transferred: boolean;
                        /**
                         * @description Of the money that was out; when it changes, refund.voided is sent again
                         * @enum {string}
                         */
                        reversal_status?: "pending" | "completed" | "failed";
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
    listRefunds: {
        parameters: {
            query?: {
                /** @description Only refunds that are in this status now */
                status?: "pending" | "processing" | "completed" | "failed" | "cancelled" | "voided";
                /** @description Only refunds to this user: the beneficiary's user_id */
                user_id?: string;
                /** @description Only refunds of this transaction, by the id it was recorded under */
                transaction_id?: string;
                /** @description Only refunds with this `metadata.case_id` */
                case_id?: string;
                /** @description Only refunds in this currency: ISO 4217, upper case */
                currency?: string;
                /** @description Only refunds that were requested with this reason */
                reason?: string;
                /** @description Only refunds of this amount or more, in major units; amounts are compared as numbers: give `currency` too */
                amount_min?: string;
                /** @description Only refunds of this amount or less, in major units; amounts are compared as numbers: give `currency` too */
                amount_max?: string;
                /** @description Only refunds created at this time or later: ISO 8601, a date (its begin in UTC) or a time with an offset */
                date_from?: string;
                /** @description Only refunds created at this time or earlier; a date alone means the end of that UTC day */
                date_to?: string;
                /** @description What the list goes by; equal ones go by `refund_id`. Amounts are compared as numbers: give `currency` too */
                sort?: "created_at" | "amount";
                /** @description `desc`: newest or largest first; `asc`: oldest or smallest */
                order?: "desc" | "asc";
                /** @description Number of the page, from 1; 1 unless said. A refund requested between two pages moves the others back by one; with date_to and without status pages stand still. Costs what all pages before it cost: use `cursor` for long lists, not both */
                page?: string;
                /** @description Refunds per page, 1 to 100; 50 unless said */
                page_size?: string;
                /** @description `next_cursor` of the page before, unchanged, with the same filters, sort and order: goes on right behind it, however many refunds came since, at the same cost on every page */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
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
                        data: {
                            refund_id: string;
                            /** @enum {string} */
                            status: "pending" | "processing" | "completed" | "failed" | "cancelled" | "voided";
                            /** @description Major units */
                            amount: number;
                            currency: string;
                            /** @description Present when the beneficiary is not the transaction's user */
                            beneficiary_mismatch?: boolean;
                            /** @description ISO 8601, UTC, milliseconds */
                            created_at: string;
                        }[];
                        pagination: {
                            /** @description Number of this page, from 1; of a page by cursor, which one it is since the first */
                            page: number;
                            /** @description Refunds per page at most */
                            page_size: number;
                            /** @description Refunds that fit the filters, on all pages; of more than 10,000 only so many are counted, see `total_capped` */
                            total_items: number;
                            /** @description Pages that `total_items` refunds make; 0 when there are none */
                            total_pages: number;
                            /** @description Whether there are more refunds than `total_items` says. Only with transaction_id, case_id, currency, reason, amount_min or amount_max: all others are counted to the end */
                            total_capped: boolean;
                            /** @description Send it as `cursor` with the same filters, sort and order for the next page; null on the last page */
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
    requestRefund: {
        parameters: {
            query?: never;
            header: {
                /** @description One per refund attempt; a UUID v4 is recommended */
                "Idempotency-Key": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The original transaction, known from scoring or POST /transactions */
                    transaction_id: string;
                    alert_id?: string | null;
                    refund: {
                        /** @description Major units; at most the currency's decimals */
                        amount: number;
                        /** @description ISO 4217, upper case; the currency of the transaction */
                        currency: string;
                        /** @description For example confirmed_fraud */
                        reason: string;
                        description?: string | null;
                    };
                    beneficiary: {
                        user_id: string;
                        account_id?: string | null;
                        name: string;
                        /** @description IBAN or national account number; never returned in full */
                        account_number: string;
                        /** @description BIC or national bank code */
                        bank_code: string;
                    };
                    metadata?: {
                        case_id?: string | null;
                        agent_id?: string | null;
                    } | null;
                };
            };
        };
        responses: {
            /** @description The same request was made before; the refund as it stands now */
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
            /** @description Created */
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
                    transaction_id: string;
                    user_id: string;
                    account_id?: string | null;
                    /** @description Major units */
                    amount: number;
                    /** @description ISO 4217 */
                    currency: string;
                    /** @enum {string} */
                    operation_type: "transfer" | "payment" | "withdrawal" | "deposit" | "refund";
                    merchant?: {
                        id?: string | null;
                        name?: string | null;
                        category?: string | null;
                    } | null;
                    device?: {
                        ip?: string | null;
                        user_agent?: string | null;
                        fingerprint?: string | null;
                    } | null;
                    /** Format: date-time */
                    timestamp: string;
                }[] | {
                    transaction_id: string;
                    user_id: string;
                    account_id?: string | null;
                    /** @description Major units */
                    amount: number;
                    /** @description ISO 4217 */
                    currency: string;
                    /** @enum {string} */
                    operation_type: "transfer" | "payment" | "withdrawal" | "deposit" | "refund";
                    merchant?: {
                        id?: string | null;
                        name?: string | null;
                        category?: string | null;
                    } | null;
                    device?: {
                        ip?: string | null;
                        user_agent?: string | null;
                        fingerprint?: string | null;
                    } | null;
                    /** Format: date-time */
                    timestamp: string;
                };
            };
        };
        responses: {
            /** @description Created */
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
                        recorded: number;
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
                /** @description The id under which the transaction was recorded: your own, at most 128 characters, percent-encoded */
                transaction_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
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
    listWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
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
                    url: string;
                    events: string[];
                    secret?: string | null;
                    description?: string | null;
                    metadata?: {
                        [key: string]: components["schemas"]["__schema0"];
                    } | null;
                    rate_per_second?: number | null;
                };
            };
        };
        responses: {
            /** @description Created */
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
                        webhook_id: string;
                        url: string;
                        events: string[];
                        description: string | null;
                        metadata: {
                            [key: string]: components["schemas"]["__schema0"];
                        };
                        /** @description Deliveries per second at most; null = no limit */
                        rate_per_second: number | null;
                        /** @enum {string} */
                        status: "active" | "disabled";
                        disabled_reason: ("requested" | "gone" | "failing") | null;
                        /** @description ISO 8601, UTC, milliseconds */
                        created_at: string;
                        /** @description ISO 8601, UTC, milliseconds */
                        updated_at: string;
                        /** @description Shown here and never again */
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
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
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
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
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
                        webhook_id: string;
                        /** @constant */
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
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    url?: string;
                    events?: string[];
                    description?: string | null;
                    metadata?: {
                        [key: string]: components["schemas"]["__schema0"];
                    };
                    rate_per_second?: number | null;
                    /** @enum {string} */
                    status?: "active" | "disabled";
                };
            };
        };
        responses: {
            /** @description OK */
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
    listDeliveries: {
        parameters: {
            query?: {
                status?: "pending" | "succeeded" | "failed" | "cancelled";
                event_type?: "fraud.detected" | "fraud.resolved" | "fraud.escalated" | "fraud.score_updated" | "refund.created" | "refund.processing" | "refund.completed" | "refund.failed" | "refund.cancelled" | "refund.voided" | "darkweb.leak_detected" | "phishing.email_detected" | "url.malicious_detected" | "spam.call_blocked" | "webhook.disabled" | "webhook.delivery_exhausted";
                /** @description Only deliveries of this event, as `GET /events` and the header X-Service-Event-ID name it */
                event_id?: string;
                since?: string;
                until?: string;
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path: {
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
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
                        data: {
                            delivery_id: string;
                            event_id: string;
                            /** @enum {string} */
                            event_type: "fraud.detected" | "fraud.resolved" | "fraud.escalated" | "fraud.score_updated" | "refund.created" | "refund.processing" | "refund.completed" | "refund.failed" | "refund.cancelled" | "refund.voided" | "darkweb.leak_detected" | "phishing.email_detected" | "url.malicious_detected" | "spam.call_blocked" | "webhook.disabled" | "webhook.delivery_exhausted";
                            /** @enum {string} */
                            status: "pending" | "succeeded" | "failed" | "cancelled";
                            test_mode: boolean;
                            attempts: number;
                            /** @description ISO 8601, UTC, milliseconds */
                            created_at: string;
                            next_attempt_at: string | null;
                            finished_at: string | null;
                            last_attempt: {
                                /** @description ISO 8601, UTC, milliseconds */
                                at: string;
                                status_code: number | null;
                                error_code: string | null;
                            } | null;
                        }[];
                        pagination: {
                            next_cursor: string | null;
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
                webhook_id: string;
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
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
                webhook_id: string;
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
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
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: date-time */
                    since: string;
                    /** Format: date-time */
                    until?: string;
                    /**
                     * @default failed
                     * @enum {string}
                     */
                    status?: "failed" | "missing";
                };
            };
        };
        responses: {
            /** @description OK */
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
                        recovery_id: string;
                        /** @enum {string} */
                        recovers: "failed" | "missing";
                        /** @enum {string} */
                        state: "running" | "finished";
                        /** @description ISO 8601, UTC, milliseconds */
                        since: string;
                        /** @description ISO 8601, UTC, milliseconds */
                        until: string;
                        requeued: number;
                        /** @description ISO 8601, UTC, milliseconds */
                        created_at: string;
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
                webhook_id: string;
                recovery_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
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
                        recovery_id: string;
                        /** @enum {string} */
                        recovers: "failed" | "missing";
                        /** @enum {string} */
                        state: "running" | "finished";
                        /** @description ISO 8601, UTC, milliseconds */
                        since: string;
                        /** @description ISO 8601, UTC, milliseconds */
                        until: string;
                        requeued: number;
                        /** @description ISO 8601, UTC, milliseconds */
                        created_at: string;
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
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
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
                        webhook_id: string;
                        /** @description Shown here and never again */
                        secret: string;
                        /** @description ISO 8601, UTC, milliseconds */
                        rotated_at: string;
                        /** @description Until then deliveries are also signed with the secret before */
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
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    event_type: "fraud.detected" | "fraud.resolved" | "fraud.escalated" | "fraud.score_updated" | "refund.created" | "refund.processing" | "refund.completed" | "refund.failed" | "refund.cancelled" | "refund.voided" | "darkweb.leak_detected" | "phishing.email_detected" | "url.malicious_detected" | "spam.call_blocked" | "webhook.disabled" | "webhook.delivery_exhausted";
                };
            };
        };
        responses: {
            /** @description OK */
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
                        webhook_id: string;
                        event_id: string;
                        /** @enum {string} */
                        event_type: "fraud.detected" | "fraud.resolved" | "fraud.escalated" | "fraud.score_updated" | "refund.created" | "refund.processing" | "refund.completed" | "refund.failed" | "refund.cancelled" | "refund.voided" | "darkweb.leak_detected" | "phishing.email_detected" | "url.malicious_detected" | "spam.call_blocked" | "webhook.disabled" | "webhook.delivery_exhausted";
                        delivery_id: string;
                        /** @constant */
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
    on_fraud_detected: {
        parameters: {
            query?: never;
            header: {
                /** @description Hex HMAC-SHA256 of timestamp, dot and raw body, keyed with the secret; while k secrets are valid after rotations, attempt n is keyed with number (n − 1) mod k of them, newest first */
                "X-Service-Signature": string;
                /** @description While several secrets are valid (each for 24 hours after it was replaced): the values made with the others, newest first, comma-separated */
                "X-Service-Signature-Previous"?: string;
                /** @description Unix seconds of sending; refuse more than 300 seconds of difference */
                "X-Service-Timestamp": string;
                /** @description The same over all attempts: use it to drop repeats */
                "X-Service-Event-ID": string;
                /** @description The endpoint this was sent to */
                "X-Service-Webhook-ID": string;
                /** @description Standard Webhooks: the event id */
                "webhook-id": string;
                /** @description Standard Webhooks: Unix seconds of sending */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: signs the event id too; a list, made with every valid secret */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id: string;
                    /** @constant */
                    type: "fraud.detected";
                    api_version: string;
                    /** Format: date-time */
                    created_at: string;
                    data: {
                        /** @constant */
                        object: "fraud_alert";
                        alert_id?: string;
                        transaction_id?: string;
                        user_id?: string;
                        fraud_score?: number;
                        fraud_level?: string;
                        amount?: number;
                        currency?: string;
                        risk_factors?: string[];
                        recommendation?: string;
                        detected_at?: string;
                    };
                    metadata: components["schemas"]["EventMetadata"];
                };
            };
        };
        responses: {
            /** @description Taken. Anything else, or no answer within 30 seconds, is retried. */
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
                /** @description Hex HMAC-SHA256 of timestamp, dot and raw body, keyed with the secret; while k secrets are valid after rotations, attempt n is keyed with number (n − 1) mod k of them, newest first */
                "X-Service-Signature": string;
                /** @description While several secrets are valid (each for 24 hours after it was replaced): the values made with the others, newest first, comma-separated */
                "X-Service-Signature-Previous"?: string;
                /** @description Unix seconds of sending; refuse more than 300 seconds of difference */
                "X-Service-Timestamp": string;
                /** @description The same over all attempts: use it to drop repeats */
                "X-Service-Event-ID": string;
                /** @description The endpoint this was sent to */
                "X-Service-Webhook-ID": string;
                /** @description Standard Webhooks: the event id */
                "webhook-id": string;
                /** @description Standard Webhooks: Unix seconds of sending */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: signs the event id too; a list, made with every valid secret */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id: string;
                    /** @constant */
                    type: "fraud.resolved";
                    api_version: string;
                    /** Format: date-time */
                    created_at: string;
                    data: {
                        /** @constant */
                        object: "fraud_alert";
                        alert_id?: string;
                        transaction_id?: string;
                        user_id?: string;
                        fraud_score?: number;
                        fraud_level?: string;
                        amount?: number;
                        currency?: string;
                        risk_factors?: string[];
                        recommendation?: string;
                        detected_at?: string;
                        id?: string;
                        resolution?: string;
                        resolved_at?: string;
                    };
                    metadata: components["schemas"]["EventMetadata"];
                };
            };
        };
        responses: {
            /** @description Taken. Anything else, or no answer within 30 seconds, is retried. */
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
                /** @description Hex HMAC-SHA256 of timestamp, dot and raw body, keyed with the secret; while k secrets are valid after rotations, attempt n is keyed with number (n − 1) mod k of them, newest first */
                "X-Service-Signature": string;
                /** @description While several secrets are valid (each for 24 hours after it was replaced): the values made with the others, newest first, comma-separated */
                "X-Service-Signature-Previous"?: string;
                /** @description Unix seconds of sending; refuse more than 300 seconds of difference */
                "X-Service-Timestamp": string;
                /** @description The same over all attempts: use it to drop repeats */
                "X-Service-Event-ID": string;
                /** @description The endpoint this was sent to */
                "X-Service-Webhook-ID": string;
                /** @description Standard Webhooks: the event id */
                "webhook-id": string;
                /** @description Standard Webhooks: Unix seconds of sending */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: signs the event id too; a list, made with every valid secret */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id: string;
                    /** @constant */
                    type: "fraud.escalated";
                    api_version: string;
                    /** Format: date-time */
                    created_at: string;
                    data: {
                        /** @constant */
                        object: "fraud_alert";
                        alert_id?: string;
                        transaction_id?: string;
                        user_id?: string;
                        fraud_score?: number;
                        fraud_level?: string;
                        amount?: number;
                        currency?: string;
                        risk_factors?: string[];
                        recommendation?: string;
                        detected_at?: string;
                        id?: string;
                        escalated_at?: string;
                        reason?: string;
                    };
                    metadata: components["schemas"]["EventMetadata"];
                };
            };
        };
        responses: {
            /** @description Taken. Anything else, or no answer within 30 seconds, is retried. */
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
                /** @description Hex HMAC-SHA256 of timestamp, dot and raw body, keyed with the secret; while k secrets are valid after rotations, attempt n is keyed with number (n − 1) mod k of them, newest first */
                "X-Service-Signature": string;
                /** @description While several secrets are valid (each for 24 hours after it was replaced): the values made with the others, newest first, comma-separated */
                "X-Service-Signature-Previous"?: string;
                /** @description Unix seconds of sending; refuse more than 300 seconds of difference */
                "X-Service-Timestamp": string;
                /** @description The same over all attempts: use it to drop repeats */
                "X-Service-Event-ID": string;
                /** @description The endpoint this was sent to */
                "X-Service-Webhook-ID": string;
                /** @description Standard Webhooks: the event id */
                "webhook-id": string;
                /** @description Standard Webhooks: Unix seconds of sending */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: signs the event id too; a list, made with every valid secret */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id: string;
                    /** @constant */
                    type: "fraud.score_updated";
                    api_version: string;
                    /** Format: date-time */
                    created_at: string;
                    data: {
                        /** @constant */
                        object: "fraud_alert";
                        alert_id?: string;
                        transaction_id?: string;
                        user_id?: string;
                        fraud_score?: number;
                        fraud_level?: string;
                        amount?: number;
                        currency?: string;
                        risk_factors?: string[];
                        recommendation?: string;
                        detected_at?: string;
                        id?: string;
                        previous_score?: number;
                        updated_at?: string;
                    };
                    metadata: components["schemas"]["EventMetadata"];
                };
            };
        };
        responses: {
            /** @description Taken. Anything else, or no answer within 30 seconds, is retried. */
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
                /** @description Hex HMAC-SHA256 of timestamp, dot and raw body, keyed with the secret; while k secrets are valid after rotations, attempt n is keyed with number (n − 1) mod k of them, newest first */
                "X-Service-Signature": string;
                /** @description While several secrets are valid (each for 24 hours after it was replaced): the values made with the others, newest first, comma-separated */
                "X-Service-Signature-Previous"?: string;
                /** @description Unix seconds of sending; refuse more than 300 seconds of difference */
                "X-Service-Timestamp": string;
                /** @description The same over all attempts: use it to drop repeats */
                "X-Service-Event-ID": string;
                /** @description The endpoint this was sent to */
                "X-Service-Webhook-ID": string;
                /** @description Standard Webhooks: the event id */
                "webhook-id": string;
                /** @description Standard Webhooks: Unix seconds of sending */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: signs the event id too; a list, made with every valid secret */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id: string;
                    /** @constant */
                    type: "refund.created";
                    api_version: string;
                    /** Format: date-time */
                    created_at: string;
                    data: components["schemas"]["RefundEventData"];
                    metadata: components["schemas"]["EventMetadata"];
                };
            };
        };
        responses: {
            /** @description Taken. Anything else, or no answer within 30 seconds, is retried. */
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
                /** @description Hex HMAC-SHA256 of timestamp, dot and raw body, keyed with the secret; while k secrets are valid after rotations, attempt n is keyed with number (n − 1) mod k of them, newest first */
                "X-Service-Signature": string;
                /** @description While several secrets are valid (each for 24 hours after it was replaced): the values made with the others, newest first, comma-separated */
                "X-Service-Signature-Previous"?: string;
                /** @description Unix seconds of sending; refuse more than 300 seconds of difference */
                "X-Service-Timestamp": string;
                /** @description The same over all attempts: use it to drop repeats */
                "X-Service-Event-ID": string;
                /** @description The endpoint this was sent to */
                "X-Service-Webhook-ID": string;
                /** @description Standard Webhooks: the event id */
                "webhook-id": string;
                /** @description Standard Webhooks: Unix seconds of sending */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: signs the event id too; a list, made with every valid secret */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id: string;
                    /** @constant */
                    type: "refund.processing";
                    api_version: string;
                    /** Format: date-time */
                    created_at: string;
                    data: components["schemas"]["RefundEventData"];
                    metadata: components["schemas"]["EventMetadata"];
                };
            };
        };
        responses: {
            /** @description Taken. Anything else, or no answer within 30 seconds, is retried. */
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
                /** @description Hex HMAC-SHA256 of timestamp, dot and raw body, keyed with the secret; while k secrets are valid after rotations, attempt n is keyed with number (n − 1) mod k of them, newest first */
                "X-Service-Signature": string;
                /** @description While several secrets are valid (each for 24 hours after it was replaced): the values made with the others, newest first, comma-separated */
                "X-Service-Signature-Previous"?: string;
                /** @description Unix seconds of sending; refuse more than 300 seconds of difference */
                "X-Service-Timestamp": string;
                /** @description The same over all attempts: use it to drop repeats */
                "X-Service-Event-ID": string;
                /** @description The endpoint this was sent to */
                "X-Service-Webhook-ID": string;
                /** @description Standard Webhooks: the event id */
                "webhook-id": string;
                /** @description Standard Webhooks: Unix seconds of sending */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: signs the event id too; a list, made with every valid secret */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id: string;
                    /** @constant */
                    type: "refund.completed";
                    api_version: string;
                    /** Format: date-time */
                    created_at: string;
                    data: components["schemas"]["RefundEventData"];
                    metadata: components["schemas"]["EventMetadata"];
                };
            };
        };
        responses: {
            /** @description Taken. Anything else, or no answer within 30 seconds, is retried. */
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
                /** @description Hex HMAC-SHA256 of timestamp, dot and raw body, keyed with the secret; while k secrets are valid after rotations, attempt n is keyed with number (n − 1) mod k of them, newest first */
                "X-Service-Signature": string;
                /** @description While several secrets are valid (each for 24 hours after it was replaced): the values made with the others, newest first, comma-separated */
                "X-Service-Signature-Previous"?: string;
                /** @description Unix seconds of sending; refuse more than 300 seconds of difference */
                "X-Service-Timestamp": string;
                /** @description The same over all attempts: use it to drop repeats */
                "X-Service-Event-ID": string;
                /** @description The endpoint this was sent to */
                "X-Service-Webhook-ID": string;
                /** @description Standard Webhooks: the event id */
                "webhook-id": string;
                /** @description Standard Webhooks: Unix seconds of sending */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: signs the event id too; a list, made with every valid secret */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id: string;
                    /** @constant */
                    type: "refund.failed";
                    api_version: string;
                    /** Format: date-time */
                    created_at: string;
                    data: components["schemas"]["RefundEventData"];
                    metadata: components["schemas"]["EventMetadata"];
                };
            };
        };
        responses: {
            /** @description Taken. Anything else, or no answer within 30 seconds, is retried. */
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
                /** @description Hex HMAC-SHA256 of timestamp, dot and raw body, keyed with the secret; while k secrets are valid after rotations, attempt n is keyed with number (n − 1) mod k of them, newest first */
                "X-Service-Signature": string;
                /** @description While several secrets are valid (each for 24 hours after it was replaced): the values made with the others, newest first, comma-separated */
                "X-Service-Signature-Previous"?: string;
                /** @description Unix seconds of sending; refuse more than 300 seconds of difference */
                "X-Service-Timestamp": string;
                /** @description The same over all attempts: use it to drop repeats */
                "X-Service-Event-ID": string;
                /** @description The endpoint this was sent to */
                "X-Service-Webhook-ID": string;
                /** @description Standard Webhooks: the event id */
                "webhook-id": string;
                /** @description Standard Webhooks: Unix seconds of sending */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: signs the event id too; a list, made with every valid secret */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id: string;
                    /** @constant */
                    type: "refund.cancelled";
                    api_version: string;
                    /** Format: date-time */
                    created_at: string;
                    data: components["schemas"]["RefundEventData"];
                    metadata: components["schemas"]["EventMetadata"];
                };
            };
        };
        responses: {
            /** @description Taken. Anything else, or no answer within 30 seconds, is retried. */
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
                /** @description Hex HMAC-SHA256 of timestamp, dot and raw body, keyed with the secret; while k secrets are valid after rotations, attempt n is keyed with number (n − 1) mod k of them, newest first */
                "X-Service-Signature": string;
                /** @description While several secrets are valid (each for 24 hours after it was replaced): the values made with the others, newest first, comma-separated */
                "X-Service-Signature-Previous"?: string;
                /** @description Unix seconds of sending; refuse more than 300 seconds of difference */
                "X-Service-Timestamp": string;
                /** @description The same over all attempts: use it to drop repeats */
                "X-Service-Event-ID": string;
                /** @description The endpoint this was sent to */
                "X-Service-Webhook-ID": string;
                /** @description Standard Webhooks: the event id */
                "webhook-id": string;
                /** @description Standard Webhooks: Unix seconds of sending */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: signs the event id too; a list, made with every valid secret */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id: string;
                    /** @constant */
                    type: "refund.voided";
                    api_version: string;
                    /** Format: date-time */
                    created_at: string;
                    data: components["schemas"]["RefundEventData"];
                    metadata: components["schemas"]["EventMetadata"];
                };
            };
        };
        responses: {
            /** @description Taken. Anything else, or no answer within 30 seconds, is retried. */
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
                /** @description Hex HMAC-SHA256 of timestamp, dot and raw body, keyed with the secret; while k secrets are valid after rotations, attempt n is keyed with number (n − 1) mod k of them, newest first */
                "X-Service-Signature": string;
                /** @description While several secrets are valid (each for 24 hours after it was replaced): the values made with the others, newest first, comma-separated */
                "X-Service-Signature-Previous"?: string;
                /** @description Unix seconds of sending; refuse more than 300 seconds of difference */
                "X-Service-Timestamp": string;
                /** @description The same over all attempts: use it to drop repeats */
                "X-Service-Event-ID": string;
                /** @description The endpoint this was sent to */
                "X-Service-Webhook-ID": string;
                /** @description Standard Webhooks: the event id */
                "webhook-id": string;
                /** @description Standard Webhooks: Unix seconds of sending */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: signs the event id too; a list, made with every valid secret */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id: string;
                    /** @constant */
                    type: "darkweb.leak_detected";
                    api_version: string;
                    /** Format: date-time */
                    created_at: string;
                    data: {
                        /** @constant */
                        object: "darkweb_leak";
                        id?: string;
                        user_id?: string;
                        detected_at?: string;
                        severity?: string;
                        source?: string;
                    };
                    metadata: components["schemas"]["EventMetadata"];
                };
            };
        };
        responses: {
            /** @description Taken. Anything else, or no answer within 30 seconds, is retried. */
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
                /** @description Hex HMAC-SHA256 of timestamp, dot and raw body, keyed with the secret; while k secrets are valid after rotations, attempt n is keyed with number (n − 1) mod k of them, newest first */
                "X-Service-Signature": string;
                /** @description While several secrets are valid (each for 24 hours after it was replaced): the values made with the others, newest first, comma-separated */
                "X-Service-Signature-Previous"?: string;
                /** @description Unix seconds of sending; refuse more than 300 seconds of difference */
                "X-Service-Timestamp": string;
                /** @description The same over all attempts: use it to drop repeats */
                "X-Service-Event-ID": string;
                /** @description The endpoint this was sent to */
                "X-Service-Webhook-ID": string;
                /** @description Standard Webhooks: the event id */
                "webhook-id": string;
                /** @description Standard Webhooks: Unix seconds of sending */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: signs the event id too; a list, made with every valid secret */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id: string;
                    /** @constant */
                    type: "phishing.email_detected";
                    api_version: string;
                    /** Format: date-time */
                    created_at: string;
                    data: {
                        /** @constant */
                        object: "phishing_email";
                        id?: string;
                        user_id?: string;
                        detected_at?: string;
                        severity?: string;
                        sender?: string;
                    };
                    metadata: components["schemas"]["EventMetadata"];
                };
            };
        };
        responses: {
            /** @description Taken. Anything else, or no answer within 30 seconds, is retried. */
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
                /** @description Hex HMAC-SHA256 of timestamp, dot and raw body, keyed with the secret; while k secrets are valid after rotations, attempt n is keyed with number (n − 1) mod k of them, newest first */
                "X-Service-Signature": string;
                /** @description While several secrets are valid (each for 24 hours after it was replaced): the values made with the others, newest first, comma-separated */
                "X-Service-Signature-Previous"?: string;
                /** @description Unix seconds of sending; refuse more than 300 seconds of difference */
                "X-Service-Timestamp": string;
                /** @description The same over all attempts: use it to drop repeats */
                "X-Service-Event-ID": string;
                /** @description The endpoint this was sent to */
                "X-Service-Webhook-ID": string;
                /** @description Standard Webhooks: the event id */
                "webhook-id": string;
                /** @description Standard Webhooks: Unix seconds of sending */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: signs the event id too; a list, made with every valid secret */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id: string;
                    /** @constant */
                    type: "url.malicious_detected";
                    api_version: string;
                    /** Format: date-time */
                    created_at: string;
                    data: {
                        /** @constant */
                        object: "malicious_url";
                        id?: string;
                        user_id?: string;
                        detected_at?: string;
                        severity?: string;
                        url?: string;
                    };
                    metadata: components["schemas"]["EventMetadata"];
                };
            };
        };
        responses: {
            /** @description Taken. Anything else, or no answer within 30 seconds, is retried. */
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
                /** @description Hex HMAC-SHA256 of timestamp, dot and raw body, keyed with the secret; while k secrets are valid after rotations, attempt n is keyed with number (n − 1) mod k of them, newest first */
                "X-Service-Signature": string;
                /** @description While several secrets are valid (each for 24 hours after it was replaced): the values made with the others, newest first, comma-separated */
                "X-Service-Signature-Previous"?: string;
                /** @description Unix seconds of sending; refuse more than 300 seconds of difference */
                "X-Service-Timestamp": string;
                /** @description The same over all attempts: use it to drop repeats */
                "X-Service-Event-ID": string;
                /** @description The endpoint this was sent to */
                "X-Service-Webhook-ID": string;
                /** @description Standard Webhooks: the event id */
                "webhook-id": string;
                /** @description Standard Webhooks: Unix seconds of sending */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: signs the event id too; a list, made with every valid secret */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id: string;
                    /** @constant */
                    type: "spam.call_blocked";
                    api_version: string;
                    /** Format: date-time */
                    created_at: string;
                    data: {
                        /** @constant */
                        object: "spam_call";
                        id?: string;
                        user_id?: string;
                        detected_at?: string;
                        severity?: string;
                        caller?: string;
                    };
                    metadata: components["schemas"]["EventMetadata"];
                };
            };
        };
        responses: {
            /** @description Taken. Anything else, or no answer within 30 seconds, is retried. */
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
                /** @description Hex HMAC-SHA256 of timestamp, dot and raw body, keyed with the secret; while k secrets are valid after rotations, attempt n is keyed with number (n − 1) mod k of them, newest first */
                "X-Service-Signature": string;
                /** @description While several secrets are valid (each for 24 hours after it was replaced): the values made with the others, newest first, comma-separated */
                "X-Service-Signature-Previous"?: string;
                /** @description Unix seconds of sending; refuse more than 300 seconds of difference */
                "X-Service-Timestamp": string;
                /** @description The same over all attempts: use it to drop repeats */
                "X-Service-Event-ID": string;
                /** @description The endpoint this was sent to */
                "X-Service-Webhook-ID": string;
                /** @description Standard Webhooks: the event id */
                "webhook-id": string;
                /** @description Standard Webhooks: Unix seconds of sending */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: signs the event id too; a list, made with every valid secret */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id: string;
                    /** @constant */
                    type: "webhook.disabled";
                    api_version: string;
                    /** Format: date-time */
                    created_at: string;
                    data: {
                        /** @constant */
                        object: "webhook";
                        webhook_id?: string;
                        reason?: string;
                        failed_days?: string[];
                        disabled_at?: string;
                    };
                    metadata: components["schemas"]["EventMetadata"];
                };
            };
        };
        responses: {
            /** @description Taken. Anything else, or no answer within 30 seconds, is retried. */
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
                /** @description Hex HMAC-SHA256 of timestamp, dot and raw body, keyed with the secret; while k secrets are valid after rotations, attempt n is keyed with number (n − 1) mod k of them, newest first */
                "X-Service-Signature": string;
                /** @description While several secrets are valid (each for 24 hours after it was replaced): the values made with the others, newest first, comma-separated */
                "X-Service-Signature-Previous"?: string;
                /** @description Unix seconds of sending; refuse more than 300 seconds of difference */
                "X-Service-Timestamp": string;
                /** @description The same over all attempts: use it to drop repeats */
                "X-Service-Event-ID": string;
                /** @description The endpoint this was sent to */
                "X-Service-Webhook-ID": string;
                /** @description Standard Webhooks: the event id */
                "webhook-id": string;
                /** @description Standard Webhooks: Unix seconds of sending */
                "webhook-timestamp": string;
                /** @description Standard Webhooks: signs the event id too; a list, made with every valid secret */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id: string;
                    /** @constant */
                    type: "webhook.delivery_exhausted";
                    api_version: string;
                    /** Format: date-time */
                    created_at: string;
                    data: {
                        /** @constant */
                        object: "webhook_delivery";
                        webhook_id?: string;
                        delivery_id?: string;
                        event_id?: string;
                        event_type?: string;
                        attempts?: number;
                        error_code?: string;
                        exhausted_at?: string;
                    };
                    metadata: components["schemas"]["EventMetadata"];
                };
            };
        };
        responses: {
            /** @description Taken. Anything else, or no answer within 30 seconds, is retried. */
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
  jwks: { method: 'GET', path: '/.well-known/jwks.json', hasToken: false, hasKey: false },
  listClients: { method: 'GET', path: '/admin/clients', hasToken: true, hasKey: false },
  registerClient: { method: 'POST', path: '/admin/clients', hasToken: true, hasKey: false },
  getClient: { method: 'GET', path: '/admin/clients/{client_id}', hasToken: true, hasKey: false },
  changeClient: { method: 'PATCH', path: '/admin/clients/{client_id}', hasToken: true, hasKey: false },
  listServiceAccounts: { method: 'GET', path: '/admin/clients/{client_id}/service-accounts', hasToken: true, hasKey: false },
  createServiceAccount: { method: 'POST', path: '/admin/clients/{client_id}/service-accounts', hasToken: true, hasKey: false },
  revokeServiceAccount: { method: 'DELETE', path: '/admin/clients/{client_id}/service-accounts/{service_account_id}', hasToken: true, hasKey: false },
  getServiceAccount: { method: 'GET', path: '/admin/clients/{client_id}/service-accounts/{service_account_id}', hasToken: true, hasKey: false },
  listUsers: { method: 'GET', path: '/admin/users', hasToken: true, hasKey: false },
  registerUser: { method: 'POST', path: '/admin/users', hasToken: true, hasKey: false },
  getUser: { method: 'GET', path: '/admin/users/{user_id}', hasToken: true, hasKey: false },
  changeUser: { method: 'PATCH', path: '/admin/users/{user_id}', hasToken: true, hasKey: false },
  listCredentials: { method: 'GET', path: '/api/auth/biometric', hasToken: true, hasKey: false },
  biometricLogin: { method: 'POST', path: '/api/auth/biometric-login', hasToken: false, hasKey: false },
  removeCredential: { method: 'DELETE', path: '/api/auth/biometric/{credential_id}', hasToken: true, hasKey: false },
  requestChallenge: { method: 'POST', path: '/api/auth/biometric/challenge', hasToken: false, hasKey: false },
  registerCredential: { method: 'POST', path: '/api/auth/biometric/register', hasToken: true, hasKey: false },
  listIdentities: { method: 'GET', path: '/api/auth/identities', hasToken: true, hasKey: false },
  unlinkSocialLogin: { method: 'DELETE', path: '/api/auth/identities/{identity_id}', hasToken: true, hasKey: false },
  login: { method: 'POST', path: '/api/auth/login', hasToken: false, hasKey: false },
  logout: { method: 'POST', path: '/api/auth/logout', hasToken: false, hasKey: false },
  me: { method: 'GET', path: '/api/auth/me', hasToken: true, hasKey: false },
  requestNonce: { method: 'POST', path: '/api/auth/nonce', hasToken: false, hasKey: false },
  changePassword: { method: 'POST', path: '/api/auth/password', hasToken: true, hasKey: false },
  refresh: { method: 'POST', path: '/api/auth/refresh', hasToken: false, hasKey: false },
  linkSocialLogin: { method: 'POST', path: '/api/auth/social-link', hasToken: true, hasKey: false },
  socialLogin: { method: 'POST', path: '/api/auth/social-login', hasToken: false, hasKey: false },
  getRefundHistory: { method: 'GET', path: '/audit/refunds/{refund_id}', hasToken: true, hasKey: false },
  listEvents: { method: 'GET', path: '/events', hasToken: true, hasKey: false },
  getEvent: { method: 'GET', path: '/events/{event_id}', hasToken: true, hasKey: false },
  live: { method: 'GET', path: '/health/live', hasToken: false, hasKey: false },
  ready: { method: 'GET', path: '/health/ready', hasToken: false, hasKey: false },
  getRefund: { method: 'GET', path: '/refund/{refund_id}', hasToken: true, hasKey: false },
  cancelRefund: { method: 'POST', path: '/refund/{refund_id}/cancel', hasToken: true, hasKey: false },
  retryRefund: { method: 'POST', path: '/refund/{refund_id}/retry', hasToken: true, hasKey: false },
  voidRefund: { method: 'POST', path: '/refund/{refund_id}/void', hasToken: true, hasKey: false },
  listRefunds: { method: 'GET', path: '/refund/list', hasToken: true, hasKey: false },
  requestRefund: { method: 'POST', path: '/refund/request', hasToken: true, hasKey: true },
  recordTransactions: { method: 'POST', path: '/transactions', hasToken: true, hasKey: false },
  getTransaction: { method: 'GET', path: '/transactions/{transaction_id}', hasToken: true, hasKey: false },
  listWebhooks: { method: 'GET', path: '/webhooks', hasToken: true, hasKey: false },
  createWebhook: { method: 'POST', path: '/webhooks', hasToken: true, hasKey: false },
  deleteWebhook: { method: 'DELETE', path: '/webhooks/{webhook_id}', hasToken: true, hasKey: false },
  getWebhook: { method: 'GET', path: '/webhooks/{webhook_id}', hasToken: true, hasKey: false },
  updateWebhook: { method: 'PATCH', path: '/webhooks/{webhook_id}', hasToken: true, hasKey: false },
  listDeliveries: { method: 'GET', path: '/webhooks/{webhook_id}/deliveries', hasToken: true, hasKey: false },
  getDelivery: { method: 'GET', path: '/webhooks/{webhook_id}/deliveries/{delivery_id}', hasToken: true, hasKey: false },
  retryDelivery: { method: 'POST', path: '/webhooks/{webhook_id}/deliveries/{delivery_id}/retry', hasToken: true, hasKey: false },
  recoverDeliveries: { method: 'POST', path: '/webhooks/{webhook_id}/recover', hasToken: true, hasKey: false },
  getRecovery: { method: 'GET', path: '/webhooks/{webhook_id}/recover/{recovery_id}', hasToken: true, hasKey: false },
  rotateWebhookSecret: { method: 'POST', path: '/webhooks/{webhook_id}/rotate-secret', hasToken: true, hasKey: false },
  sendTestEvent: { method: 'POST', path: '/webhooks/{webhook_id}/test', hasToken: true, hasKey: false },
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
