import type { PatternCase } from '../pattern.js';

/** GraphQL, then schemas of all kinds. */
export const VALIDATION_CASES: readonly PatternCase[] = [
  {
    when: /Cannot use GraphQL|uniquely named/,
    text: 'Two copies of the graphql module are loaded (duplicate versions), so a schema made by one is not recognized by the other, or two types of the schema share a name.',
    suggestion:
      'Find the copies with `npm ls graphql`, make all packages use one version (deduplicate or override it), and do not bundle it twice.',
    examples: ['Cannot use GraphQLSchema "[object GraphQLSchema]" from another module or realm.'],
  },
  {
    when: /Variable "\$/,
    text: 'A variable of the GraphQL query does not fit its declared type: it is required but missing (undefined), or its input value has another type, such as text where an integer is expected.',
    suggestion:
      'Check the variables you send with the query against their types, convert form input to numbers first, and do not run the query before the value is known.',
    examples: ['Variable "$id" of required type "ID!" was not provided.'],
  },
  {
    when: /non-nullable/,
    text: 'A resolver of the GraphQL server returned null (or failed) for a field that the schema declares as non-nullable.',
    suggestion:
      'Look for an error or missing return in that resolver, handle data that does not exist, or make the field nullable.',
    examples: ['Cannot return null for non-nullable field User.email.'],
  },
  {
    when: /Syntax Error: |Must provide|PersistedQuery/,
    text: 'The GraphQL server cannot read this query: it has a syntax error, is empty, or is known only by a hash the server does not have.',
    suggestion:
      'Check braces and names in the query near the place the message names, and send the query as JSON with a "query" field.',
    examples: ['Syntax Error: Expected Name, found "}".'],
  },
  {
    when: /Cannot query|Unknown (?:type|argument|directive|fragment|operation)|selection|Field "|Fragment "|Abstract type|resolvers|Query root|represent|Iterable|does not exist in "/,
    text: 'The GraphQL query or its result does not fit the schema: a field, type or argument is unknown, subfields are missing, or a resolver returned a value of another type.',
    suggestion:
      'Compare the query with the schema of the server that answers (it may be an older version), and generate the client types again.',
    examples: ['Cannot query field "foo" on type "Query".'],
  },
  {
    when: /GraphQL|Response not successful|Store |Missing field|operation depth|Request Forgery|Apollo/,
    text: 'The GraphQL request was not successful. Status 400 means that the server could not use the query or its variables; other causes are the client cache or a rule of the server.',
    suggestion:
      'Read the errors in the response body, check the query and its variables against the schema, and send the content-type header application/json.',
    examples: ['Response not successful: Received status code 400'],
  },
  {
    when: /(?:^|\W)schema is invalid|strict mode|unknown (?:keyword|format)|resolve reference|schema with (?:key|id)|no schema/,
    text: 'The validation schema itself is not valid: it has an unknown keyword or format, refers to another schema that is not loaded, or its id is used twice.',
    suggestion:
      'Correct the schema at the place named, add the missing formats or referenced schemas before you compile it, and compile it once.',
    examples: ['strict mode: unknown keyword: "foo"'],
  },
  {
    when: /required|Required|received undefined|received null|must not be null|should not be empty|cannot be empty|not allowed to be empty|null or undefined|missing/i,
    text: 'The input is not valid, because a required field is missing or empty: the schema expected a value and received none.',
    suggestion:
      'Check the named field in what the form or client sends (its spelling too), make it optional in the schema if it may be missing, and answer 400 with the name of the field.',
    examples: ['"email" is required', 'Invalid input: expected string, received undefined'],
  },
  {
    when: /Unrecognized|should not exist|additional|unspecified keys|is not allowed$/,
    text: 'The input has a key (field) the schema does not know, and unknown keys are not allowed here.',
    suggestion: 'Check the spelling of the key, send only known fields, or let the schema strip or pass unknown ones.',
    examples: ["Unrecognized key(s) in object: 'foo'"],
  },
  {
    when: /character|[Tt]oo (?:small|big|short|long)|length|at (?:least|most)|shorter|longer|greater|less|larger|fewer|contain|>=|<=|[<>] ?\d|minimum|maximum/,
    text: 'A value of the input is not valid: it is too short or too long (characters or items), or too small or too large a number for the limits of the schema.',
    suggestion:
      'Tell the user the limits (required minimum and maximum) next to the field, check them in the form too, and answer 400.',
    examples: ['String must contain at least 8 character(s)'],
  },
  {
    when: /email|url\b|uuid|date|format|pattern|match|phone|ulid|cuid|emoji|\bip\b/i,
    text: 'A value of the input does not have the format the schema requires, for example a valid email address, URL, UUID or date.',
    suggestion:
      'Check the value that arrived (spaces, empty text), show the user the expected format, and answer 400 with the name of the field.',
    examples: ['Invalid email', 'email must be an email'],
  },
  {
    when: /enum|one of|allowed values|literal|discriminator|option/i,
    text: 'A value of the input is not one of the allowed ones: the schema accepts only the values of a fixed list (enum).',
    suggestion: 'Check the spelling and case of the value, and keep the list in client and server the same.',
    examples: ["Invalid enum value. Expected 'a' | 'b', received 'c'"],
  },
  {
    when: /received|must be|expected|type|string|number|integer|boolean/i,
    text: 'A value of the input has the wrong type: the schema expected, for example, a number and received a string, as query strings and forms send all values as text.',
    suggestion:
      'Correct what the client sends, or let the schema convert it (z.coerce.number() and the like) where text is normal; check that required values arrive at all.',
    examples: ['Expected number, received string', '"age" must be a number'],
  },
];

/** Tokens, sign-in and OAuth. */
export const SIGN_IN_CASES: readonly PatternCase[] = [
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
];
