import { namesStatus } from '../http-status.js';
import type { Pattern } from '../pattern.js';

export const SIGN_IN: Pattern = {
  id: 'sign-in',
  title: 'Authentication failed',
  text: 'The server could not tell who is calling (401, unauthorized): authentication failed, because the credentials or the token are missing, wrong or expired.',
  suggestion:
    'Sign in (log in) again or refresh the token, and check that the request carries it in the Authorization header.',
  examples: [
    'jwt expired',
    'Request failed with status code 401',
    'Invalid login credentials',
    'Firebase: Error (auth/email-already-in-use).',
    'invalid token',
    '"exp" claim timestamp check failed',
    'Unauthorized',
    '401 Incorrect API key provided: sk-xxxx. You can find your API key at https://platform.openai.com/account/api-keys.',
    'Failed to serialize user into session',
    'Bad credentials',
  ],
  match: [
    namesStatus('401'),
    /\b401:? Unauthorized\b|: 401 (?:Unknown Error|OK)\b|\(401\):? Unauthorized\b/i,
    /(?:^|: )Unauthorized\.?$|(?:^|: )Unauthenticated\.?$|(?:^|: )(?:16 )?UNAUTHENTICATED: /i,
    /(?:^|: )(?:jwt (?:must be (?:provided|a string)|malformed|expired|not active|signature is required|(?:audience|issuer|id|subject) invalid\b)|invalid (?:jwt|token|signature|algorithm)$|no authorization token was found|jwt missing|jwt id invalid)/i,
    /(?:^|: )(?:signature verification failed|Compact JWS must be a string|Invalid Compact JWS|Invalid (?:JWT|JWE|JWS)\b|JWT expired|JWT is invalid|JWT verification failed|invalid JWT: )/i,
    /\b"(?:exp|nbf|iat|aud|iss|sub|alg)" (?:\([\w ]{1,30}\) )?(?:claim|header parameter|\(Algorithm\) Header)|\bunexpected "\w{2,4}" claim value\b|\bclaim timestamp check failed\b/i,
    /\bno applicable key found in the JSON Web Key Set\b|\bUnable to find a signing key that matches\b|\bsecret or public key must be provided\b|\bsecretOrPrivateKey (?:must|has)\b|\bNo KID specified\b/,
    /\b(?:Token used too late|Wrong recipient, payload audience|Invalid token signature|No pem found for envelope|Wrong number of segments in token)\b/,
    /\binvalid login credentials\b|\bInvalid (?:username|email|user|login|e-mail)(?: address)?(?: or|\/) ?password\b|(?:^|: )Invalid (?:email or password|credentials?|password|api key|access token|refresh token|session)\.?$/i,
    /\bInvalid Refresh Token\b|\bRefresh Token Not Found\b|\bAuth session missing\b|(?:^|: )(?:Email not confirmed|User already registered|Signups not allowed)|\bPassword should be at least \d/,
    /\(auth\/(?!network-request-failed)[a-z][a-z-]{3,60}\)|^auth\/[a-z-]{4,60}$|\bDecoding Firebase ID token failed\b|\bFirebase ID token has\b/,
    /\bUnknown authentication strategy "|\bFailed to serialize user into session\b|\bFailed to deserialize user out of session\b|\bLogin sessions require session support\b|\breq#(?:login|logout) requires\b|\bpassport\.initialize\(\) middleware not in use\b/,
    /\b(?:invalid_grant|invalid_client|invalid_request_uri|unauthorized_client|redirect_uri_mismatch|unsupported_grant_type|unsupported_response_type|access_denied|login_required|interaction_required|consent_required|invalid_scope|invalid_token|expired_token|authorization_pending)\b/,
    /\bredirect[_ ]uri\b.{0,60}\b(?:mismatch|not match|invalid|not allowed|not registered|not associated)|\bFailed to (?:obtain|fetch) (?:access token|user profile|request token)\b|\bUnable to verify authorization request state\b/i,
    /\bOAuth Provider returned an error\b|\b(?:OAuthCallback|OAuthSignin|OAuthAccountNotLinked|CallbackRouteError|CredentialsSignin|SIGNIN_OAUTH_ERROR|OAUTH_CALLBACK_ERROR|JWT_SESSION_ERROR|CLIENT_FETCH_ERROR|JWTSessionError)\b/,
    /\b(?:state mismatch, expected|checks\.state argument is missing|state missing from the response|PKCE code_verifier|code verifier should be non-empty|Invalid code verifier|code challenge does not match)/i,
    /\bAADSTS\d{5,7}\b|\binteraction_in_progress\b|\bno_account_error\b|\bMissing Refresh Token\b|(?:^|: )Login required\.?$|\bmonitor_window_timeout\b|\bpopup_(?:closed|window)\w{0,30}|(?:^|: )Popup (?:window )?(?:was )?closed\b/i,
    /\b(?:ExpiredToken(?:Exception)?|InvalidClientTokenId|UnrecognizedClientException|InvalidAccessKeyId|SignatureDoesNotMatch)\b|\bThe security token included in the request is (?:expired|invalid)\b|\bThe provided token has expired\b|\brequest signature we calculated does not match\b|\bThe AWS Access Key Id you provided does not exist\b/,
    /\bIncorrect (?:API key provided|username or password)|\bInvalid API Key provided|\binvalid x-api-key\b|\bInvalid bearer token\b|\bExpired API Key provided\b|(?:^|: )Bad credentials$|\bAPI key not valid\b|\bauthentication_error\b/i,
    /\b(?:User does not exist|User is not confirmed|Access Token has (?:expired|been revoked)|Incorrect username|Password attempts exceeded)\.|\bAn account with the given email already exists\b/,
    /(?:^|: )(?:No auth token|Missing authorization header|Missing bearer token|Authentication required|Not authenticated|Unauthorized: .{1,60}|Bad 'Authorization' header|Format is Authorization: Bearer \[token\]|No authorization header|(?:Your )?(?:auth |access )?token (?:has |is )?expired|(?:Your )?session (?:has )?expired|Authentication failed|Login failed|No token provided|Access token (?:is )?(?:missing|required|expired)|Missing credentials)\.?$/i,
    /\bNo Authorization was found in request\.headers\b|\bAuthorization token (?:is |has )?(?:invalid|expired|missing|untrusted)\b|\bMissing Authorization\b/i,
    /\bdata and (?:salt|hash) arguments required\b|\bIllegal arguments: (?:undefined|string|object|number), (?:undefined|string|object|number)\b|\bClerk: (?:auth\(\)|.{0,40}session)/,
  ],
  matchTyped: [
    /^(?:JsonWebToken|TokenExpired|NotBefore|Unauthorized|AuthSessionMissing|Authentication|Auth0|InvalidToken|AuthInvalidTokenResponse)Error:/,
    /^(?:JWT(?:Expired|Invalid|ClaimValidationFailed)|JW[SE](?:Invalid|SignatureVerificationFailed|DecryptionFailed)|JWKSNoMatchingKey|JOSE\w{1,40}|UnauthorizedException|NotAuthorizedException|UserNotConfirmedException|UserNotFoundException|UsernameExistsException|OAuth2?Error|TokenError|AuthApiError|AuthError|InvalidGrantError|StripeAuthenticationError|InteractionRequiredAuthError|BrowserAuthError|CredentialsSignin):/,
  ],
  cases: [
    {
      when: /strategy|passport|serialize user|Login sessions|req#log/,
      text: 'Passport is not set up as this route expects: the authentication strategy is not registered under that name, or sessions and the functions that store the user in them are missing.',
      suggestion:
        'Register the strategy with passport.use() before the routes, set up the session and passport.initialize() first, and add serializeUser and deserializeUser.',
      examples: ['Unknown authentication strategy "jwt"'],
    },
    {
      when: /already(?:-in-use| registered| exists)|given email already|UsernameExists/i,
      text: 'An account with this email address already exists, so it cannot be registered again.',
      suggestion:
        'Tell the user to sign in (or reset the password) instead, and offer to link the accounts if another provider was used.',
      examples: ['Firebase: Error (auth/email-already-in-use).'],
    },
    {
      when: /redirect|OAuth(?!2? 2)|invalid_grant|invalid_client|unauthorized_client|grant_type|response_type|scope|state|PKCE|verifier|challenge|AADSTS|interaction|popup|monitor_window|consent|CLIENT_FETCH|Callback|access_denied|login_required|authorization_pending|no_account/i,
      text: 'The OAuth sign-in with the provider failed: the client, its secret or the redirect URI is not as registered, the code or refresh token is expired or already used, or the user did not finish or allow it.',
      suggestion:
        'Compare client id, secret and the exact redirect URI with the settings of the provider, use each code once, and let the user sign in (log in) again.',
      examples: ['invalid_grant', 'AADSTS50011: The redirect URI specified in the request does not match'],
    },
    {
      when: /API key|api-key|Access Key|AccessKey|SignatureDoesNotMatch|request signature|InvalidClientTokenId|security token|UnrecognizedClient|provided token|authentication_error/i,
      text: 'The service did not accept the API key or access credentials of this app: the key is wrong, expired, revoked, or of another account, or the request was signed with another secret.',
      suggestion:
        'Check the key in the environment (spaces, test or live), create a new one if it expired, and for signed requests check the secret, the region and the clock.',
      examples: ['Incorrect API key provided: sk-xxxx.', 'The security token included in the request is expired'],
    },
    {
      when: /session/i,
      text: 'There is no signed-in session: the user did not sign in (log in), the session has expired, or its cookie is missing from this request.',
      suggestion:
        'Send the user to the sign-in page, check the cookie settings (domain, SameSite, secure), and read the session only after it is loaded.',
      examples: ['Auth session missing!'],
    },
    {
      when: /refresh token/i,
      text: 'The refresh token was not accepted: it is missing, expired, revoked or was already used, so no new access token can be had with it.',
      suggestion:
        'Let the user sign in (log in) again, store the newest refresh token after each use, and do not refresh twice at the same time.',
      examples: ['Invalid Refresh Token: Refresh Token Not Found'],
    },
    {
      when: /not active|NotBefore|"nbf"|"iat"/,
      text: 'The token (JWT) is not yet active: its start time lies in the future, mostly because the clocks of the two servers differ.',
      suggestion: 'Synchronize the clocks (NTP), and allow a few seconds of tolerance when you verify the token.',
      examples: ['jwt not active'],
    },
    {
      when: /expired|"exp"|used too late|timestamp check|id-token-expired/i,
      text: 'The token (JWT or access token) of the caller has expired: it was valid once, but its time is over.',
      suggestion:
        'Refresh the token or sign in again, and answer 401 so that the client knows to do so; check the clocks if it expires too early.',
      examples: ['jwt expired'],
    },
    {
      when: /signature|signing key|algorithm|applicable key|\bKID\b|certificate|"alg"|No pem|secret/i,
      text: 'The signature of the token (JWT) could not be verified: it was signed with another key, secret or algorithm than the one used to check it, or it was changed.',
      suggestion:
        'Use the same secret or the matching public key and algorithm on both sides, load the current keys of the issuer, and check the environment the token is from.',
      examples: ['invalid signature', 'signature verification failed'],
    },
    {
      when: /audience|issuer|subject|claim|id invalid|recipient/i,
      text: 'The token (JWT) is genuine but not meant for this service: a claim such as its audience or issuer is not the one expected.',
      suggestion:
        'Compare the aud and iss claims of the token with the configuration, and request the token for this very API.',
      examples: ['jwt audience invalid. expected: my-api'],
    },
    {
      when: /password|credential|email|login|username|user (?:does|is|not)|user-|User(?:NotFound|NotConfirmed)|Incorrect|Bad cred/i,
      text: 'The sign-in failed, because the credentials were not accepted: email (or user name) and password do not belong together, the account does not exist or is not confirmed, or the request carried no valid token.',
      suggestion:
        'Ask the user to check email and password and to sign in (log in) again or reset the password; for calls between services, check the credentials that are configured.',
      examples: ['Invalid login credentials', 'Firebase: Error (auth/wrong-password).'],
    },
    {
      when: /must be provided|missing|No auth|no authorization|not authenticated|required|No token|header|Bearer/i,
      text: 'The request carries no token: the Authorization header (or cookie) is missing, so the server cannot tell who is calling.',
      suggestion:
        'Send the header "Authorization: Bearer <token>" after sign-in, let proxies and CORS pass it through, and answer 401 for requests without it.',
      examples: ['jwt must be provided', 'No auth token'],
    },
    {
      when: /malformed|Compact|segments|JWE|invalid token|invalid jwt|JWT is invalid|Invalid JW|must be a string|Firebase ID token|JWT/i,
      text: 'The token (JWT) could not be read: what arrived is malformed, for example the text "undefined", a token still with its "Bearer " prefix, or something cut off.',
      suggestion:
        'Log how long the token is (never the token itself), take off the prefix before you verify it, and check that the client really has a token when it sends the header.',
      examples: ['jwt malformed'],
    },
    {
      when: /auth\//,
      text: 'Firebase Authentication refused this step; the code after auth/ names the reason, such as wrong credentials, an account or provider that is disabled, or a popup that was closed.',
      suggestion:
        'Handle this code in the sign-in form, and check in the Firebase console that the provider and the domain are enabled.',
      examples: ['Firebase: Error (auth/operation-not-allowed).'],
    },
  ],
};
