import type { Pattern } from '../pattern.js';

export const EXTERNAL_SERVICE: Pattern = {
  id: 'external-service',
  title: 'An external service refused the request',
  text: 'A service this app calls (cloud, payment, mail or API) answered with an error of its own: the request, an id or a parameter is not valid there, or the service is not available at the moment.',
  suggestion:
    'Read the code in the message, check the id, region, account and endpoint, and retry calls that failed only for the moment later with backoff.',
  examples: [
    'Your card was declined.',
    '14 UNAVAILABLE: Name resolution failed for target dns:peer0.bel.example.local:7052',
  ],
  counterexamples: [
    'Email address is not verified by the post office',
    'No recipients defined in the will',
    'Your card has expired, please renew your library card',
    'Amount must be at least 10 litres',
    'The specified key does not open locker 14',
  ],
  signs: {
    codes:
      'card_declined, expired_card, incorrect_cvc, insufficient_funds, INSTRUMENT_DECLINED, amount_too_small, authentication_required, charge_already_refunded, payment_intent_unexpected_state, overloaded_error, HTTP 529, context_length_exceeded, model_not_found, content_policy_violation, EAUTH, PermanentRedirect, AuthorizationHeaderMalformed, RequestTimeTooSkewed, EntityTooLarge, RequestEntityTooLargeException, firestore/*, missing-index, NoSuchBucket, ContainerNotFound, QueueDoesNotExist, ResourceNotFoundException'.split(
        ', ',
      ),
    classes:
      'CardError, APIError, GoogleGenerativeAIFetchError, GoogleGenerativeAIError, AI_TypeValidationError, AI_InvalidPromptError, AI_RetryError, AI_NoObjectGeneratedError, AI_APICallError, StripeUnknownError, StripeError, S3ServiceException, MessageRejected, StripeCardError, CardException, SignatureVerificationError, StripeSignatureVerificationError, StripeInvalidRequestError, StripeConnectionError, StripeAPIError, StripeIdempotencyError, OverloadedError, ContextLengthExceededError, ContentPolicyViolationError, SMTPRecipientsRefused, SMTPAuthenticationError, AuthenticationFailedException, MailAuthenticationException, SMTPServerDisconnected, SMTPConnectError, SMTPDataError, SMTPSenderRefused, SMTPResponseException, SMTPSendFailedException, ConditionalCheckFailedException, TransactionCanceledException, BucketAlreadyExists, BucketAlreadyOwnedByYou, PermanentRedirect, RequestTimeTooSkewed, EntityTooLarge, NoSuchBucket, NoSuchBucketException, ResourceNotFoundException, QueueDoesNotExist, ResourceInUseException'.split(
        ', ',
      ),
  },
  match: [
    /\bThe specified (?:key|bucket|upload|version|blob|container|queue|resource|log group|method) (?:does not exist|is not (?:available|allowed|valid|empty)|already exists)|\bNoSuch(?:Key|Bucket|Upload|Version|Entity)\b|\bThe requested bucket name is not available\b|\bBucketAlready(?:Exists|OwnedByYou)\b|\bPermanentRedirect\b|\bmust be addressed using the specified endpoint\b|\bthe region '[\w-]{1,30}' is wrong\b|\bThe bucket you are attempting to access\b|\bAuthorizationHeaderMalformed\b|^Request has expired$|\bRequestTimeTooSkewed\b|\bdifference between the request time\b|\bEntityTooLarge\b|\bproposed upload exceeds the maximum\b|(?:^|: )The conditional request failed$|\bConditionalCheckFailed\b|^Requested resource not found\b|: Requested resource not found$|\bOne or more parameter values were invalid\b|\bThe provided key element does not match the schema\b|\bItem size has exceeded\b|\bmarshall\w{0,3} undefined\b|\bPass options\.removeUndefinedValues\b|\bInvalid (?:Update|Filter|Key|Condition)\w{0,14}Expression\b|\bResourceNotFoundException\b|\bResourceConflictException\b|\bFunction not found: arn:|\bTask timed out after \d{1,4}\.\d\d seconds|\bRuntime\.(?:ImportModuleError|HandlerNotFound|ExitError|UnhandledPromiseRejection)\b|\bRequest must be smaller than \d|\bThe specified queue does not exist\b|^Topic does not exist$|\bUnknownEndpoint\b|\bInaccessible host: `|\bUnsupported body payload\b|\bNon-retryable streaming request\b/,
    /\bEmail address is not verified(?=$|\.)|\bThe following identities failed the check\b|^Endpoint is disabled$|\bNo such object: [\w.-]{1,60}\/|\bThe specified (?:blob|container) does not exist\b|\bBlobNotFound\b|\bContainerNotFound\b|\bEntity with the specified id does not exist\b|\bNo document to update: |\bValue for argument "\w{1,30}" is not a valid\b|\bThe query requires an index\b|\((?:storage|firestore|messaging|functions)\/[a-z-]{4,50}\)|^(?:storage|firestore|messaging|functions)\/[a-z-]{4,50}$|\bFunction\.?\w{0,12}\(\) called with invalid data\b|\bCannot use "undefined" as a Firestore value\b|\bCannot encode value: |\bmissing-index\b|\bRequested entity was not found\b|\bYour card (?:was declined(?=\.?$)|has insufficient funds|has expired(?=\.?$)|number is incorrect|does not support|'s (?:security code|expiration|number))|\bYour card's (?:security code|expiration|number)\b|\bcard_declined\b|\bNo such (?:customer|payment_?(?:intent|method)|price|plan|product|subscription|charge|token|source|coupon|invoice|checkout\.session|setupintent|promotion code|account|balance transaction|event): '/,
    /\bAmount must be (?:(?:at least|no more than) [$€£¥]|convert to|greater than or equal to the minimum|a positive integer)|\bamount_too_small\b|\bNo signatures found matching the expected signature\b|\bWebhook payload must be provided\b|\bUnable to extract timestamp and signatures\b|\bTimestamp outside the tolerance zone\b|\bKeys for idempotent requests can only be used\b|\bThis (?:PaymentIntent|SetupIntent|PaymentMethod|payment method|Checkout Session)\b|\bno attached payment source\b|\bYou (?:cannot|must) (?:confirm|provide|use|create|specify|pass)\b.{0,60}(?:PaymentIntent|payment_method|`\w{1,40}`)|\bA similar object exists in (?:live|test) mode\b|\bReceived unknown parameters?: |\bMissing required param: |\bcharge_already_refunded\b|\bCharge \w{1,40} has already been refunded\b|\bInvalid (?:integer|currency|string|array|object|positive integer): \w|\bauthentication_required\b|\binsufficient_funds\b|\bexpired_card\b|\bincorrect_cvc\b|\bPayment(?:Intent|Method)\b.{0,60}\b(?:could not|cannot|must|was previously|requires)|\bThe price specified is inactive\b|\bTo create a payment\b|\bThe customer must have an active payment source\b|\bAn error occurred with our connection to Stripe\b|\bINSTRUMENT_DECLINED\b|\bUNPROCESSABLE_ENTITY\b|\bInsufficient funds in (?:your )?Stripe\b/,
    /\boverloaded_error\b|^Overloaded$|\b(?:model|engine) is (?:currently )?(?:overloaded|at capacity)(?=$|[.,] | with other requests)|\bmaximum context length is\b|\bcontext_length_exceeded\b|\bprompt is too long: |\bThe model `[\w.:/-]{1,80}` (?:does not exist|has been deprecated|was not found|is not found)|^model: claude-[\w.:-]{1,60}$|\bmodels\/[\w.-]{1,60} is not found\b|\bmodel ['"][\w.:/-]{1,60}['"] not found\b|\bmodel_not_found\b|\binvalid_request_error\b|\bnot_found_error\b|"api_error"|\binvalid_api_key\b|\bUnsupported (?:parameter|value): '|(?:^|["' ])messages(?:\.\d{1,4}|\[\d{1,4}\]|: ).{0,80}(?:required|must|tool_call|role|content|text|at least)|\bAn assistant message with 'tool_calls' must be followed\b|\btool_use` ids were found without\b|\bmax_tokens(?: is too large|: \d|' )|\bcontent (?:management|filtering) policy\b|\bcontent_policy_violation\b|\brejected as a result of our safety system\b|\bCandidate was blocked due to SAFETY\b|\bResponse was blocked due to\b|\[GoogleGenerativeAI Error\]|^Request timed out\.$|\bThe server had an error (?:while )?processing your request\b|\bNo object generated\b|\bAI_\w{3,40}Error\b|(?:^|: )(?:Greeting never received|No recipients defined$|Connection timeout$|Unexpected socket close$|Invalid greeting\. response=|Message failed: \d|Mail command failed|Can't send mail - all recipients were rejected|Missing credentials for "|Data command failed)/,
    /\bInvalid login(?:: |$)|\b5\d\d[- ]\d\.\d\.\d{1,3}\b|\b4[25]\d[- ]\d\.\d\.\d{1,3}\b|(?:^|: )(?:535|534|530|550|551|552|553|554|421|450|451) (?:Authentication|Invalid|Incorrect|Must|Relay|Mailbox|Message|Sender|Recipient|User|No such|Requested|Too many|Service|Error|The from|Unauthenticated|Sorry|Blocked|SPF)\b|\bUsername and Password not accepted\b|\bLess secure app\b|\bdoes not match a verified Sender Identity\b|\bdomain is not verified\b|\bYou can only send testing emails to\b|\bMaximum credits exceeded\b|\bThe (?:from|to) (?:email|address|field)\b.{0,60}\b(?:valid|required|match|verified)|\bInvalid `(?:to|from|reply_to)` field\b|\bSender address rejected\b|\bRecipient address rejected\b|\bMailgun\b.{0,60}\b(?:not found|Forbidden|sandbox)|\bSandbox subdomains are for test purposes\b|\bInvalid (?:from|to|sender|recipient) email address\b|\bSTARTTLS\b|(?:^|: )(?:1 CANCELLED|2 UNKNOWN|3 INVALID_ARGUMENT|4 DEADLINE_EXCEEDED|5 NOT_FOUND|8 RESOURCE_EXHAUSTED|9 FAILED_PRECONDITION|11 OUT_OF_RANGE|12 UNIMPLEMENTED|13 INTERNAL|14 UNAVAILABLE|15 DATA_LOSS): |\bReceived message larger than max\b|\bSent message larger than max\b|\bDeadline exceeded after \d|^Deadline exceeded$|\bReceived HTTP status code \d{3}\b|\bFailed to connect before the deadline\b|\bThe server does not implement the method\b|\bReceived RST_STREAM with\b|\bNo connection established\. Last error\b|\b(?:DEADLINE_EXCEEDED|FAILED_PRECONDITION|UNIMPLEMENTED): |\bNo address added out of total\b|^Channel has been shut down$|\bName resolution failed for target\b/,
  ],
  // Each message speaks of one kind of service.
  cases: [
    {
      id: 'offline-document',
      signs: {
        codes: ['unavailable'],
        where: ['client is offline', 'backend'],
        says: ['because the client is offline'],
      },
      text: 'Firestore could not be reached: the client is offline, has no network connection, or a firewall or ad blocker stops it, and the document is not in its cache.',
      suggestion:
        'Check the network and the project settings, wait for the connection, and enable persistence where the app has to work offline.',
      examples: [
        {
          type: 'FirebaseError',
          code: 'unavailable',
          message: 'Failed to get document because the client is offline.',
        },
      ],
    },
    {
      id: 'discord-request',
      signs: {
        codes: [
          '10003',
          '10004',
          '10007',
          '10008',
          '10011',
          '10013',
          '10015',
          '50035',
          'InteractionAlreadyReplied',
          'INTERACTION_ALREADY_REPLIED',
          'InteractionNotReplied',
        ],
        where: /^(?:DiscordAPIError\[\d{5}\]: )?(?:Unknown [A-Z]|Invalid Form Body|The reply to this interaction)/,
        says: [
          /\bDiscordAPIError\[(?:100\d\d|50035)\]|^Invalid Form Body\n|^The reply to this interaction has (?:already|not) been sent/,
        ],
      },
      text: 'Discord refused this call: the message, channel or member does not exist any more (it was deleted), a field of the form is not valid (such as too long), or the interaction already has its reply (a second, twice).',
      suggestion:
        'Check the ids and lengths before the call, treat deleted things as normal, reply to an interaction once and use editReply or followUp after that.',
      examples: [
        'DiscordAPIError[10008]: Unknown Message',
        'The reply to this interaction has already been sent or deferred.',
      ],
    },
    {
      id: 'discord-intents',
      signs: {
        codes: ['DisallowedIntents', 'DISALLOWED_INTENTS'],
        says: ['^Used disallowed intents$', '^Privileged intent provided is not enabled or whitelisted'],
      },
      text: 'The Discord bot asks for privileged intents (such as members or message content) that are not enabled for this application.',
      suggestion:
        'Enable the intents in the developer portal under Bot, or leave out those that the bot does not need.',
      examples: ['Used disallowed intents'],
    },
    {
      id: 'aws-parameter-missing',
      signs: { says: [/\b(?:No|Empty) value provided for input HTTP label: \w/] },
      text: 'A required parameter of the cloud request is undefined or empty, for example the Bucket or Key: the environment variable or setting it is read from is not set where the app runs.',
      suggestion:
        'Check that the environment variable with the bucket name (or id) is set in this environment and read under the right name, and stop at the start when it is missing.',
      examples: ['No value provided for input HTTP label: Bucket.'],
    },
    {
      id: 'discord-interaction',
      signs: {
        codes: ['10062', '40060'],
        where: ['Unknown interaction', 'unknown interaction', 'already been acknowledged'],
        says: ['DiscordAPIError[10062]', 'DiscordAPIError[40060]'],
      },
      text: 'Discord does not know this interaction any more: it was not answered within 3 seconds (the token has expired), or it was already answered (acknowledged) by another handler or process.',
      suggestion:
        'Call deferReply() first and edit the reply later when the work takes longer than 3 seconds, answer each interaction once, and check that only one instance of the bot is running.',
      examples: ['DiscordAPIError[10062]: Unknown interaction'],
    },
    // gRPC.
    {
      id: 'grpc-name',
      signs: { codes: ['gRPC UNAVAILABLE'], where: ['ame resolution', 'No address added', 'no such host'] },
      text: 'gRPC could not resolve the host name of the target by DNS, so it never reached the server.',
      suggestion:
        'Check the host name and the scheme of the address (no http:// in front), and whether the name resolves from this machine or container.',
      examples: ['14 UNAVAILABLE: Name resolution failed for target dns:peer0.bel.example.local:7052'],
    },
    {
      id: 'grpc-unimplemented',
      signs: { codes: ['gRPC UNIMPLEMENTED'], says: ['The server does not implement the method'] },
      text: 'The gRPC server does not implement this method or service: client and server use different versions of the proto file, or the service is not registered.',
      suggestion:
        'Compare the package, service and method names of both proto files, register the service on the server, and check that the address is the right server.',
      examples: ['12 UNIMPLEMENTED: The server does not implement the method Foo'],
    },
    {
      id: 'grpc-unavailable',
      signs: { codes: ['gRPC UNAVAILABLE', 'gRPC CANCELLED'] },
      when: /DEADLINE|Deadline exceeded|before the deadline|UNAVAILABLE|No connection established|HTTP status code|RST_STREAM|CANCELLED|Channel has been/,
      text: 'The gRPC server is unavailable or too slow: the connection was refused, dropped or closed, a proxy answered in its place, or the call did not finish before its deadline (timeout).',
      suggestion:
        'Check that the server runs and listens at this host and port, that TLS is on or off on both sides and proxies pass HTTP/2, and retry with backoff.',
      examples: ['Deadline exceeded after 4.998s', '14 UNAVAILABLE: No connection established'],
    },
    {
      id: 'grpc-status',
      signs: {
        codes:
          'gRPC INVALID_ARGUMENT, gRPC NOT_FOUND, gRPC FAILED_PRECONDITION, gRPC OUT_OF_RANGE, gRPC INTERNAL, gRPC UNKNOWN, gRPC DATA_LOSS'.split(
            ', ',
          ),
      },
      text: 'The server answered this gRPC call with an error status. The code says its kind (invalid argument, not found, failed precondition, internal), and the words after it come from the server.',
      suggestion:
        'Correct the request for INVALID_ARGUMENT and NOT_FOUND, look into the log of the server for INTERNAL and UNKNOWN, and retry only what the service says is safe.',
      examples: ['13 INTERNAL: Response message parsing error', '3 INVALID_ARGUMENT: name is required'],
    },
    // Payments.
    {
      id: 'card-declined',
      when: /^(?:Stripe)?Card(?:Error|Exception):|card (?:was declined|has insufficient|has expired|does not support|number)|card's|card_declined|insufficient_funds|expired_card|incorrect_cvc|INSTRUMENT_DECLINED/,
      text: 'The bank of the customer declined the card payment, for example for insufficient funds, an expired card or a wrong security code. Nothing is wrong with the server.',
      suggestion:
        'Show the customer that the card was declined and ask for another card or payment method; read the decline code, and do not retry the same card in a loop.',
      examples: ['Your card was declined.'],
    },
    {
      id: 'payment-id',
      when: /No such (?:customer|payment|price|plan|product|subscription|charge|token|source|coupon|invoice|checkout|setup|promotion|account|balance|event)|similar object exists|price specified is inactive/,
      text: 'The payment service does not know this id (customer, price, payment, or the like). It does not exist in this account, was deleted, or belongs to the other mode: test and live mode do not share objects.',
      suggestion:
        'Check that the id and the API key are of the same account and mode (test or live), and that the stored id is current.',
      examples: ["No such customer: 'cus_123'"],
    },
    {
      id: 'webhook-signature',
      when: /SignatureVerification(?:Error|Exception):|No signatures found|Webhook payload|timestamp and signatures|tolerance zone/,
      text: 'The signature of this webhook could not be verified. Usually the body was parsed before the check, so it is not the raw body any more, or the signing secret belongs to another endpoint.',
      suggestion:
        'Give the raw request body (no JSON middleware on this route) and the signature header to the check, use the webhook secret of this very endpoint, and check the clock.',
      examples: ['No signatures found matching the expected signature for payload.'],
    },
    {
      id: 'payment-state',
      when: /authentication_required|PaymentIntent|SetupIntent|PaymentMethod|payment method|payment_method|payment source|Checkout Session|refunded|create a payment/,
      text: 'The payment cannot make this step in its present state: it needs authentication (3D Secure) or a payment method first, or it was already confirmed, cancelled or refunded.',
      suggestion:
        'Read the status of the payment before the call, bring the customer back to authenticate or choose a payment method, and make retries idempotent.',
      examples: ['This PaymentIntent requires a payment method.'],
    },
    {
      id: 'payment-request',
      when: /[Aa]mount must|amount_too|Insufficient funds in|[Ss]tripe|idempotent|unknown parameter|Missing required param|Invalid (?:integer|currency|string|array|object|positive)|UNPROCESSABLE/,
      text: 'The payment API (such as Stripe) could not process this request: a parameter is missing, unknown or invalid, the amount is too small (below the minimum), too large or not a whole number of cents, an idempotency key was reused, or the connection to it failed.',
      suggestion:
        'Compare the parameter named in the message with the API version in use, use a new idempotency key per payment, and retry connection problems with the same key.',
      examples: ['Amount must be at least $0.50 usd', 'Received unknown parameter: amonut'],
    },
    // AI.
    {
      id: 'ai-overloaded',
      when: /OverloadedError:|overload|at capacity|server had an error/i,
      text: 'The AI service is overloaded (busy, at capacity) or failed for the moment, and did not process this request. The request itself is fine.',
      suggestion:
        'Retry later with exponential backoff, limit how many requests run at once, and fall back to another model if this lasts.',
      examples: ['529 {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}'],
    },
    {
      id: 'ai-context',
      when: /context length|context_length|prompt is too long|max_tokens(?!: Field)/i,
      text: 'The prompt and the answer together exceed the context length of the model: there are too many tokens for its limit.',
      suggestion:
        'Shorten, split or summarize the input, drop old messages of the conversation, lower max_tokens, or use a model with a larger context.',
      examples: ["This model's maximum context length is 8192 tokens."],
    },
    {
      id: 'ai-model',
      when: /\bmodel\b.{0,90}(?:not exist|deprecated|not found)|^model: |models\/|model_not_found|not_found_error/,
      text: 'The AI service has no model of this name for this account: it is misspelled, retired (deprecated), or your key has no access to it.',
      suggestion:
        'Check the model name against the current list of models, and whether the project of this API key may use it.',
      examples: ['The model `gpt-5-ultra` does not exist or you do not have access to it.'],
    },
    {
      id: 'ai-policy',
      when: /content (?:management|filtering) policy|content_policy|safety|SAFETY|blocked/,
      text: 'The AI service blocked the prompt or the answer, because its content policy (safety filter) objects to it.',
      suggestion:
        'Tell the user that the request was blocked, rephrase the prompt, and check which category the answer names before you relax any safety setting.',
      examples: ['Candidate was blocked due to SAFETY'],
    },
    {
      id: 'ai-request',
      otherSigns: [
        {
          libraries: 'openai, @anthropic-ai, @google-ai, @mistralai, cohere-ai, langchain, @langchain, anthropic'.split(
            ', ',
          ),
        },
      ],
      when: /messages|tool_use|tool_calls|Unsupported (?:parameter|value)|invalid_request_error|AI_\w|No object generated|GoogleGenerativeAI|api_error|invalid_api_key|^Request timed out|APIError/,
      text: 'The AI service (model API) could not use this request or gave no usable answer: a parameter or the API key is invalid for this model, the messages are not in the order or format it expects, or the output did not fit the schema.',
      suggestion:
        'Check the parameter the message names against the API of this model, answer every tool call in the next message, and retry with a clearer prompt if the output was unusable.',
      examples: ["Unsupported parameter: 'max_completion' is not supported with this model."],
    },
    // Mail.
    {
      id: 'mail-sender',
      when: /not verified|identities failed|verified Sender|verif|sandbox|testing emails/i,
      text: 'The e-mail service refuses this address: the sender (or its domain) is not verified, or the account is still in the sandbox, where recipients have to be verified too.',
      suggestion:
        'Verify the email address or domain in the region you send from, use it as the sender, and ask for production access to leave the sandbox.',
      examples: ['Email address is not verified. The following identities failed the check in region US-EAST-1: a@b.c'],
    },
    {
      id: 'mail-recipient',
      when: /SMTPRecipientsRefused:|No recipients defined|all recipients|[Rr]ecipient|`to`|\bto (?:email|address|field)|(?:^|\D)55[013] /,
      text: 'The mail has no recipient, or the mail server refused it: no email address was given to send to, the address is malformed, or the mailbox does not exist.',
      suggestion:
        'Check that `to` holds a valid email address before you send, and drop addresses that were refused for good.',
      examples: ['No recipients defined'],
    },
    {
      id: 'mail-login',
      when: /AuthenticationError:|(?:AuthenticationFailed|MailAuthentication)Exception:|Missing credentials for|Invalid login|Username and Password|Authentication|\b53[0-5]\b|Less secure/,
      text: 'The mail server (SMTP) refused the login, or got none: the user name or password credentials are missing or wrong, or the provider wants an app password or OAuth instead of the normal password.',
      suggestion:
        'Set user and password from the environment, create an app password if the account has two-factor login, and check that the mail server allows SMTP for it.',
      examples: ['Missing credentials for "PLAIN"', 'Invalid login: 535-5.7.8 Username and Password not accepted.'],
    },
    {
      id: 'mail-connection',
      signs: {
        codes: ['ECONNECTION', 'ECONNREFUSED', 'ETIMEDOUT', 'ESOCKET', 'EDNS', 'ETLS'],
        libraries: ['nodemailer', 'smtplib', 'jakarta.mail', 'javax.mail', 'net/smtp'],
      },
      when: /SMTP(?:ServerDisconnected|ConnectError):|Greeting never|^Connection timeout|Unexpected socket close|[Ii]nvalid greeting|STARTTLS/,
      text: 'The mail server (SMTP) did not answer as expected on this port: nothing is listening there (the connection is refused), a firewall blocks it until the time limit runs out, the host is wrong, or the TLS setting does not fit the port.',
      suggestion:
        'Use port 465 with `secure: true` or port 587 with `secure: false` (STARTTLS), check host and firewall, and note that many hosting providers block port 25.',
      examples: ['Greeting never received'],
    },
    {
      id: 'mail-refused',
      otherSigns: [{ libraries: 'nodemailer, smtplib, jakarta.mail, javax.mail'.split(', ') }],
      when: /SMTP(?:DataError|SenderRefused|ResponseException|SendFailedException):|^(?:Message failed|Mail command|Data command)|\b[45]\d\d[- ]\d\.\d\.\d|(?:^|: )(?:421|45[01]|55[0-4]) |[Ss]ender|[Mm]ailgun|`from|email|credits/,
      text: 'The mail server (SMTP) did not accept this message: the sender is not allowed, the recipient refuses it, the message is too large or looks like spam, or a limit of the account is reached. The three-digit code tells which.',
      suggestion:
        'Read the code (4xx may be retried later, 5xx is final), check the sender address and the SPF and DKIM records of its domain, and the limits of the mail account.',
      examples: ['Message failed: 552 message size exceeds maximum'],
    },
    // Cloud storage.
    {
      id: 'push-token',
      signs: {
        codes: ['messaging/registration-token-not-registered', 'messaging/invalid-registration-token', 'UNREGISTERED'],
      },
      text: 'The push message has no device to go to: the registration token is not known any more, because the app was removed or its token was renewed, or it belongs to another project.',
      suggestion:
        'Delete this token from the account of the user, store the newest token each time the app starts, and do not send to it again.',
      examples: [
        {
          type: 'FirebaseMessagingError',
          message: 'Requested entity was not found.',
          code: 'messaging/registration-token-not-registered',
        },
      ],
    },
    {
      id: 'blockchain',
      signs: {
        codes:
          'INSUFFICIENT_FUNDS, NONCE_EXPIRED, REPLACEMENT_UNDERPRICED, CALL_EXCEPTION, UNPREDICTABLE_GAS_LIMIT, ACTION_REJECTED, TRANSACTION_REPLACED'.split(
            ', ',
          ),
      },
      text: 'The blockchain or wallet refused this transaction: the account has too little balance for value and gas, the nonce was used already, the contract reverted the call, or the user did not confirm it.',
      suggestion:
        'Read the code and the reason of the revert, check the balance, the nonce and the network of the wallet, and estimate the gas by a call before the transaction is sent.',
      examples: [{ type: 'Error', message: 'insufficient funds for gas * price + value', code: 'INSUFFICIENT_FUNDS' }],
    },
    {
      id: 'protobuf',
      signs: {
        says: [
          /^(?:Request message serialization failure|Response message parsing error): |^invalid wire type \d{1,2} at offset \d|^index out of range: \d+ \+ \d+ > \d+$/,
        ],
      },
      otherSigns: [
        { libraries: ['protobufjs', 'google-protobuf', '@bufbuild', 'google.protobuf', 'com.google.protobuf'] },
      ],
      text: 'A message does not fit its protobuf definition: a field has a value of another type than the proto file says, or the bytes that came were written with another definition (or are no protobuf at all).',
      suggestion:
        'Compare the proto files (and the generated code) of both sides, check the type of the field that the message names, and log the first bytes of what came.',
      examples: ['Request message serialization failure: .shop.Order.total: number expected'],
    },
    {
      id: 'condition',
      when: /conditional request failed|ConditionalCheckFailed|TransactionCanceled/i,
      text: 'The condition of this write was not met: the item already exists, is missing, or was changed by someone else since it was read.',
      suggestion:
        'Treat this as an expected answer: read the item again, decide anew and retry, or tell the user that it has changed.',
      examples: ['The conditional request failed'],
    },
    {
      id: 'bucket-place',
      when: /region|PermanentRedirect|specified endpoint|BucketAlready|bucket name is not|bucket you are|MalformedHeader|AuthorizationHeaderMalformed/i,
      text: 'The storage bucket is not where this request looks for it: it lies in another region or behind another endpoint, or the bucket name already exists or is owned by someone else.',
      suggestion:
        'Set the region of the client to that of the bucket, check the endpoint, and choose a globally unique name for a new bucket.',
      examples: ['The bucket you are attempting to access must be addressed using the specified endpoint.'],
    },
    {
      id: 'object-missing',
      signs: { codes: ['HTTP 404'], where: ['HeadObject'] },
      otherSigns: [
        {
          codes: ['NotFound'],
          classes: ['NotFound'],
          libraries: [
            '@aws-sdk/client-s3',
            '@smithy/smithy-client',
            '@aws-sdk/middleware-sdk-s3',
            'aws-sdk',
            'botocore',
            'Aws',
          ],
        },
        { codes: 'NoSuchKey, NoSuchUpload, NoSuchVersion, BlobNotFound, storage/object-not-found'.split(', ') },
        { classes: 'NoSuchKey, NoSuchKeyException, NoSuchUpload, ObjectNotFoundException'.split(', ') },
      ],
      when: /^NoSuchKey(?:Exception)?:|specified (?:key|blob|version|upload)|NoSuch(?:Key|Upload|Version)|No such object|BlobNotFound|storage\/object-not-found/,
      text: 'The object (file) with this key does not exist in the storage bucket or container: it was deleted, never uploaded, or the key is misspelled (case and slashes matter).',
      suggestion:
        'Check the bucket and the exact key, wait for the upload before you read, and handle a missing object in the code.',
      examples: [
        'The specified key does not exist.',
        {
          type: 'botocore.exceptions.ClientError',
          message: 'An error occurred (404) when calling the HeadObject operation: Not Found',
          language: 'python',
        },
        {
          type: 'NotFound',
          code: 'NotFound',
          message: 'UnknownError',
          stack:
            'NotFound: UnknownError\n    at de_NotFoundRes (/app/node_modules/@aws-sdk/client-s3/dist-cjs/index.js:4750:21)',
        },
      ],
    },
    {
      id: 'signed-time',
      when: ['has expired', 'TimeTooSkewed', 'request time'],
      text: 'The cloud service refused the signed request because of its time: the presigned link has expired, or the clock of this machine is wrong.',
      suggestion: 'Create a new signed URL shortly before use, and synchronize the clock of the machine or container.',
      examples: ['Request has expired'],
    },
    {
      id: 'too-large',
      signs: { codes: ['gRPC RESOURCE_EXHAUSTED'], where: ['larger than max'] },
      when: /larger than max|EntityTooLarge|maximum allowed|exceeds the maximum|smaller than|Item size/,
      text: 'The request or message is larger than the size limit of this service for one upload, item or call (4 MB for a gRPC message by default).',
      suggestion:
        'Use a multipart upload, pages or a stream, keep large files in object storage with only their key in the table, or raise the limit (grpc.max_receive_message_length).',
      examples: [
        '8 RESOURCE_EXHAUSTED: Received message larger than max (5242880 vs. 4194304)',
        'Your proposed upload exceeds the maximum allowed size',
      ],
    },
    {
      id: 'cloud-document',
      signs: {
        codes: ['invalid-argument', 'not-found', 'failed-precondition'],
        says: ['called with invalid data. Unsupported field value', 'called with invalid data. Data must be an object'],
        where: ['called with invalid data', 'Unsupported field', 'document to update', 'requires an index'],
      },
      when: /firestore|query requires an index|undefined|Value for argument|document to update|missing-index|marshall|Cannot encode|called with invalid data/i,
      text: 'The cloud database cannot use this document or query: a field is undefined or of a type it cannot store, the document to update does not exist, or the query needs an index that is missing.',
      suggestion:
        'Remove undefined fields before the write, use set with merge for documents that may be missing, and create the index through the link in the message.',
      examples: ['Cannot use "undefined" as a Firestore value'],
    },
    {
      id: 'cloud-parameter',
      signs: {
        classes: ['ValidationException'],
        where: /\bparameter values were invalid|\bkey element|Expression\b|ExpressionAttribute|\bItem size\b/,
      },
      when: /parameter values|key element|Expression|UnknownEndpoint|Inaccessible host|body payload|streaming request/,
      text: 'The cloud service (such as AWS) cannot use a parameter of this request: a key or attribute does not match the schema of the table, an expression is invalid, or the endpoint is unknown.',
      suggestion:
        'Compare keys and their types with the definition of the table, give every name and value of the expression, and check the region and endpoint of the client.',
      examples: ['The provided key element does not match the schema'],
    },
    {
      id: 'cloud-function',
      when: ['Runtime.', 'Task timed out', 'Function not found', 'ImportModule'],
      text: 'The cloud function (such as AWS Lambda) did not finish: it does not exist under this name, its handler or a module could not be loaded, it crashed, or it ran out of time.',
      suggestion:
        'Check the name of the handler and that all modules are in the bundle, read the log of this invocation, and raise its timeout or memory if the work needs it.',
      examples: ['Runtime.ImportModuleError'],
    },
    {
      id: 'cloud-resource',
      when: /not found|does not exist|not exist|NoSuch|NotFound|already|ResourceConflict|disabled|specified/i,
      text: 'The cloud resource named here (bucket, table, queue, container, function or topic) does not exist in this account and region, or already exists in a state that does not fit.',
      suggestion:
        'Check its name, account and region and whether it was deployed, and wait until it is active before you use it.',
      examples: ['Requested resource not found', 'NoSuchBucket: The specified bucket does not exist'],
    },
    {
      id: 'endpoint-of-cloud',
      signs: { classes: ['EndpointConnectionError'] },
      text: 'The cloud endpoint could not be reached: the region or endpoint URL is wrong, or the network has no way out (no connection to the internet, a proxy or VPC without a route).',
      suggestion:
        'Check region and endpoint of the client, the environment variables that set them, and whether this machine can connect to the endpoint.',
      examples: [
        {
          type: 'botocore.exceptions.EndpointConnectionError',
          message: 'Could not connect to the endpoint URL: "https://s3.eu-west-9.amazonaws.com/"',
          language: 'python',
        },
      ],
    },
    {
      id: 'mail-transport',
      signs: { classes: ['TransportException', 'UnexpectedResponseException'], where: /host "|smtp/i },
      text: 'The mail server (SMTP host) could not be reached or refused the connection: host or port are wrong, a firewall blocks the port, or TLS is set in another way than the server expects.',
      suggestion:
        'Check host, port and encryption of the mailer (587 with STARTTLS, 465 with TLS), user and password, and whether this network may send mail.',
      examples: [
        {
          type: 'Symfony\\Component\\Mailer\\Exception\\TransportException',
          message: 'Connection could not be established with host "smtp.x:587"',
          language: 'php',
        },
      ],
    },
    {
      id: 'unknown-in-cloud',
      signs: {
        classes: [
          'UnknownServiceError',
          'UnknownRegionError',
          'UnknownClientMethodError',
          'UnknownEndpointError',
          'OperationNotPageableError',
          'DataNotFoundError',
        ],
        libraries: ['botocore', 'boto3'],
      },
      text: 'The cloud SDK does not know this name of a service, region or operation: it is misspelled, or came with a newer version of the SDK.',
      suggestion:
        'Compare the name with the list in the message, and update boto3 and botocore together if the service is new.',
      examples: [
        {
          type: 'botocore.exceptions.UnknownServiceError',
          message: "Unknown service: 's4'. Valid service names are: accessanalyzer, account",
          language: 'python',
        },
      ],
    },
    {
      id: 'payment-unreachable',
      signs: { classes: ['StripeConnectionError', 'APIConnectionError'], libraries: ['stripe'] },
      otherSigns: [{ says: ['^An error occurred with our connection to Stripe'] }],
      text: 'The payment service got no request from here: the network connection to it failed (no route, name not found, a proxy or firewall, or a timeout).',
      suggestion:
        'Check that this host reaches api.stripe.com (curl -v), look at the cause and the detail of the error, and retry with an idempotency key.',
      examples: ['An error occurred with our connection to Stripe. Request was retried 2 times.'],
    },
  ],
};
