import type { Pattern } from '../pattern.js';

export const EXTERNAL_SERVICE: Pattern = {
  id: 'external-service',
  title: 'An external service refused the request',
  text: 'A service this app calls (cloud, payment, mail or API) answered with an error of its own: the request, an id or a parameter is not valid there, or the service is not available at the moment.',
  suggestion:
    'Read the code in the message, check the id, region, account and endpoint, and retry calls that failed only for the moment later with backoff.',
  examples: [
    'The conditional request failed',
    'Your card was declined.',
    'No recipients defined',
    '14 UNAVAILABLE: Name resolution failed for target dns:peer0.bel.example.local:7052',
  ],
  match: [
    /\bThe specified (?:key|bucket|upload|version|blob|container|queue|resource|log group|method) (?:does not|is not|already)\b|\bNoSuch(?:Key|Bucket|Upload|Version|Entity)\b|\bThe requested bucket name is not available\b|\bBucketAlready(?:Exists|OwnedByYou)\b|\bPermanentRedirect\b|\bmust be addressed using the specified endpoint\b|\bthe region '[\w-]{1,30}' is wrong\b|\bThe bucket you are attempting to access\b|\bAuthorizationHeaderMalformed\b|^Request has expired$|\bRequestTimeTooSkewed\b|\bdifference between the request time\b|\bEntityTooLarge\b|\bproposed upload exceeds the maximum\b/,
    /(?:^|: )The conditional request failed$|\bConditionalCheckFailed\b|^Requested resource not found\b|: Requested resource not found$|\bOne or more parameter values were invalid\b|\bThe provided key element does not match the schema\b|\bItem size has exceeded\b|\bmarshall\w{0,3} undefined\b|\bPass options\.removeUndefinedValues\b|\bInvalid (?:Update|Filter|Key|Condition)\w{0,14}Expression\b|\bResourceNotFoundException\b|\bResourceConflictException\b|\bFunction not found: arn:|\bTask timed out after \d{1,4}\.\d\d seconds|\bRuntime\.(?:ImportModuleError|HandlerNotFound|ExitError|UnhandledPromiseRejection)\b|\bRequest must be smaller than \d|\bThe specified queue does not exist\b|^Topic does not exist$|\bUnknownEndpoint\b|\bInaccessible host: `|\bUnsupported body payload\b|\bNon-retryable streaming request\b/,
    /\bEmail address is not verified\b|\bThe following identities failed the check\b|^Endpoint is disabled$|\bNo such object: [\w.-]{1,60}\/|\bThe specified (?:blob|container) does not exist\b|\bBlobNotFound\b|\bContainerNotFound\b|\bEntity with the specified id does not exist\b|\bNo document to update: |\bValue for argument "\w{1,30}" is not a valid\b|\bThe query requires an index\b|\((?:storage|firestore|messaging|functions)\/[a-z-]{4,50}\)|^(?:storage|firestore|messaging|functions)\/[a-z-]{4,50}$|\bFunction\.?\w{0,12}\(\) called with invalid data\b|\bCannot use "undefined" as a Firestore value\b|\bCannot encode value: |\bmissing-index\b|\bRequested entity was not found\b/,
    /\bYour card (?:was declined|has insufficient funds|has expired|number is incorrect|does not support|'s (?:security code|expiration|number))|\bYour card's (?:security code|expiration|number)\b|\bcard_declined\b|\bNo such (?:customer|payment_?(?:intent|method)|price|plan|product|subscription|charge|token|source|coupon|invoice|checkout\.session|setupintent|promotion code|account|balance transaction|event): '/,
    /\bAmount must be (?:at least|no more than|greater|a positive)\b|\bamount_too_small\b|\bNo signatures found matching the expected signature\b|\bWebhook payload must be provided\b|\bUnable to extract timestamp and signatures\b|\bTimestamp outside the tolerance zone\b|\bKeys for idempotent requests can only be used\b|\bThis (?:PaymentIntent|SetupIntent|PaymentMethod|payment method|Checkout Session)\b|\bno attached payment source\b|\bYou (?:cannot|must) (?:confirm|provide|use|create|specify|pass)\b.{0,60}(?:PaymentIntent|payment_method|`\w{1,40}`)|\bA similar object exists in (?:live|test) mode\b|\bReceived unknown parameters?: |\bMissing required param: |\bcharge_already_refunded\b|\bCharge \w{1,40} has already been refunded\b|\bInvalid (?:integer|currency|string|array|object|positive integer): \w|\bauthentication_required\b|\binsufficient_funds\b|\bexpired_card\b|\bincorrect_cvc\b|\bPayment(?:Intent|Method)\b.{0,60}\b(?:could not|cannot|must|was previously|requires)|\bThe price specified is inactive\b|\bTo create a payment\b|\bThe customer must have an active payment source\b|\bAn error occurred with our connection to Stripe\b|\bINSTRUMENT_DECLINED\b|\bUNPROCESSABLE_ENTITY\b|\bInsufficient funds in (?:your )?Stripe\b/,
    /\boverloaded_error\b|^Overloaded$|\b(?:model|engine) is (?:currently )?(?:overloaded|at capacity)\b|\bmaximum context length is\b|\bcontext_length_exceeded\b|\bprompt is too long: |\bThe model `[\w.:/-]{1,80}` (?:does not exist|has been deprecated|was not found|is not found)|^model: claude-[\w.:-]{1,60}$|\bmodels\/[\w.-]{1,60} is not found\b|\bmodel ['"][\w.:/-]{1,60}['"] not found\b|\bmodel_not_found\b|\binvalid_request_error\b|\bnot_found_error\b|"api_error"|\binvalid_api_key\b|\bUnsupported (?:parameter|value): '|(?:^|["' ])messages(?:\.\d{1,4}|\[\d{1,4}\]|: ).{0,80}(?:required|must|tool_call|role|content|text|at least)|\bAn assistant message with 'tool_calls' must be followed\b|\btool_use` ids were found without\b|\bmax_tokens(?: is too large|: \d|' )|\bcontent (?:management|filtering) policy\b|\bcontent_policy_violation\b|\brejected as a result of our safety system\b|\bCandidate was blocked due to SAFETY\b|\bResponse was blocked due to\b|\[GoogleGenerativeAI Error\]|^Request timed out\.$|\bThe server had an error (?:while )?processing your request\b|\bNo object generated\b|\bAI_\w{3,40}Error\b/,
    /(?:^|: )(?:Greeting never received|No recipients defined|Connection timeout$|Unexpected socket close$|Invalid greeting|Message failed: \d|Mail command failed|Can't send mail - all recipients were rejected|Missing credentials for "|Data command failed)/,
    /\bInvalid login(?:: |$)|\b5\d\d[- ]\d\.\d\.\d{1,3}\b|\b4[25]\d[- ]\d\.\d\.\d{1,3}\b|\bInvalid greeting\b|(?:^|: )(?:535|534|530|550|551|552|553|554|421|450|451) (?:Authentication|Invalid|Incorrect|Must|Relay|Mailbox|Message|Sender|Recipient|User|No such|Requested|Too many|Service|Error|The from|Unauthenticated|Sorry|Blocked|SPF)\b|\bUsername and Password not accepted\b|\bLess secure app\b|\bdoes not match a verified Sender Identity\b|\bdomain is not verified\b|\bYou can only send testing emails to\b|\bMaximum credits exceeded\b|\bThe (?:from|to) (?:email|address|field)\b.{0,60}\b(?:valid|required|match|verified)|\bInvalid `(?:to|from|reply_to)` field\b|\bSender address rejected\b|\bRecipient address rejected\b|\bMailgun\b.{0,60}\b(?:not found|Forbidden|sandbox)|\bSandbox subdomains are for test purposes\b|\bInvalid (?:from|to|sender|recipient) email address\b|\bSTARTTLS\b/,
    /(?:^|: )(?:1 CANCELLED|2 UNKNOWN|3 INVALID_ARGUMENT|4 DEADLINE_EXCEEDED|5 NOT_FOUND|8 RESOURCE_EXHAUSTED|9 FAILED_PRECONDITION|11 OUT_OF_RANGE|12 UNIMPLEMENTED|13 INTERNAL|14 UNAVAILABLE|15 DATA_LOSS): |\bReceived message larger than max\b|\bSent message larger than max\b|\bDeadline exceeded after \d|^Deadline exceeded$|\bReceived HTTP status code \d{3}\b|\bFailed to connect before the deadline\b|\bThe server does not implement the method\b|\bReceived RST_STREAM with\b|\bNo connection established\. Last error\b|\b(?:DEADLINE_EXCEEDED|FAILED_PRECONDITION|UNIMPLEMENTED): |\bNo address added out of total\b|^Channel has been shut down$|\bName resolution failed for target\b/,
  ],
  matchTyped: [
    /^(?:Stripe\w{2,30}Error|MessageRejected|ConditionalCheckFailedException|ResourceNotFoundException|NoSuchKey|NoSuchBucket|TransactionCanceledException|S3ServiceException):/,
    /^(?:OverloadedError|ContextLengthExceededError|AI_\w{3,40}Error|GoogleGenerativeAI\w{0,20}Error): /,
    /^APIError: \d{3} /,
  ],
  // Each message speaks of one kind of service.
  cases: [
    // gRPC.
    {
      when: /Name resolution failed|No address added/,
      text: 'gRPC could not resolve the host name of the target by DNS, so it never reached the server.',
      suggestion:
        'Check the host name and the scheme of the address (no http:// in front), and whether the name resolves from this machine or container.',
      examples: ['14 UNAVAILABLE: Name resolution failed for target dns:peer0.bel.example.local:7052'],
    },
    {
      when: /larger than max/,
      text: 'A gRPC message is larger than the size limit of the receiver (4 MB by default).',
      suggestion:
        'Send large data in pages or as a stream, or raise the limit (grpc.max_receive_message_length) on the side that refuses it.',
      examples: ['8 RESOURCE_EXHAUSTED: Received message larger than max (5242880 vs. 4194304)'],
    },
    {
      when: /DEADLINE|Deadline exceeded|before the deadline/,
      text: 'The gRPC call did not finish before its deadline (timeout): the server was too slow, or the connection was never ready.',
      suggestion:
        'Find out what is slow on the server, set a deadline that fits the call, and retry only calls that are safe to repeat.',
      examples: ['Deadline exceeded after 4.998s'],
    },
    {
      when: /UNIMPLEMENTED|does not implement/,
      text: 'The gRPC server does not implement this method or service: client and server use different versions of the proto file, or the service is not registered.',
      suggestion:
        'Compare the package, service and method names of both proto files, register the service on the server, and check that the address is the right server.',
      examples: ['12 UNIMPLEMENTED: The server does not implement the method Foo'],
    },
    {
      when: /UNAVAILABLE|No connection established|HTTP status code|RST_STREAM|CANCELLED|Channel has been/,
      text: 'The gRPC server is unavailable: the connection was refused, dropped or closed, or a proxy answered in its place.',
      suggestion:
        'Check that the server runs and listens at this host and port, that TLS is on or off on both sides and proxies pass HTTP/2, and retry with backoff.',
      examples: ['14 UNAVAILABLE: No connection established'],
    },
    {
      when: /(?:^|: )\d{1,2} (?:INVALID|NOT_FOUND|FAILED|OUT_OF|INTERNAL|UNKNOWN|RESOURCE|DATA_LOSS)|FAILED_PRECONDITION/,
      text: 'The server answered this gRPC call with an error status. The code says its kind (invalid argument, not found, failed precondition, internal), and the words after it come from the server.',
      suggestion:
        'Correct the request for INVALID_ARGUMENT and NOT_FOUND, look into the log of the server for INTERNAL and UNKNOWN, and retry only what the service says is safe.',
      examples: ['13 INTERNAL: Response message parsing error', '3 INVALID_ARGUMENT: name is required'],
    },
    // Payments.
    {
      when: /card (?:was declined|has insufficient|has expired|does not support|number)|card's|card_declined|insufficient_funds|expired_card|incorrect_cvc|INSTRUMENT_DECLINED/,
      text: 'The bank of the customer declined the card payment, for example for insufficient funds, an expired card or a wrong security code. Nothing is wrong with the server.',
      suggestion:
        'Show the customer that the card was declined and ask for another card or payment method; read the decline code, and do not retry the same card in a loop.',
      examples: ['Your card was declined.'],
    },
    {
      when: /[Aa]mount must|amount_too|Insufficient funds in/,
      text: 'The payment service refuses the amount: it is too small (below the minimum for this currency, at least about half a dollar), too large, not a positive whole number, or more than the balance holds.',
      suggestion:
        'Pass the amount in the smallest unit of the currency (cents, so 500 for $5.00), and check the minimum before you start the payment.',
      examples: ['Amount must be at least $0.50 usd'],
    },
    {
      when: /No such (?:customer|payment|price|plan|product|subscription|charge|token|source|coupon|invoice|checkout|setup|promotion|account|balance|event)|similar object exists|price specified is inactive/,
      text: 'The payment service does not know this id (customer, price, payment, or the like). It does not exist in this account, was deleted, or belongs to the other mode: test and live mode do not share objects.',
      suggestion:
        'Check that the id and the API key are of the same account and mode (test or live), and that the stored id is current.',
      examples: ["No such customer: 'cus_123'"],
    },
    {
      when: /No signatures found|Webhook payload|timestamp and signatures|tolerance zone/,
      text: 'The signature of this webhook could not be verified. Usually the body was parsed before the check, so it is not the raw body any more, or the signing secret belongs to another endpoint.',
      suggestion:
        'Give the raw request body (no JSON middleware on this route) and the signature header to the check, use the webhook secret of this very endpoint, and check the clock.',
      examples: ['No signatures found matching the expected signature for payload.'],
    },
    {
      when: /authentication_required|PaymentIntent|SetupIntent|PaymentMethod|payment method|payment_method|payment source|Checkout Session|refunded|create a payment/,
      text: 'The payment cannot make this step in its present state: it needs authentication (3D Secure) or a payment method first, or it was already confirmed, cancelled or refunded.',
      suggestion:
        'Read the status of the payment before the call, bring the customer back to authenticate or choose a payment method, and make retries idempotent.',
      examples: ['This PaymentIntent requires a payment method.'],
    },
    {
      when: /[Ss]tripe|idempotent|unknown parameter|Missing required param|Invalid (?:integer|currency|string|array|object|positive)|UNPROCESSABLE/,
      text: 'The payment API (such as Stripe) could not process this request: a parameter is missing, unknown or invalid, an idempotency key was reused with other parameters, or the connection to it failed.',
      suggestion:
        'Compare the parameter named in the message with the API version in use, use a new idempotency key per payment, and retry connection problems with the same key.',
      examples: ['Received unknown parameter: amonut'],
    },
    // AI.
    {
      when: /overload|at capacity|server had an error/i,
      text: 'The AI service is overloaded (busy, at capacity) or failed for the moment, and did not process this request. The request itself is fine.',
      suggestion:
        'Retry later with exponential backoff, limit how many requests run at once, and fall back to another model if this lasts.',
      examples: ['529 {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}'],
    },
    {
      when: /context length|context_length|prompt is too long|max_tokens/i,
      text: 'The prompt and the answer together exceed the context length of the model: there are too many tokens for its limit.',
      suggestion:
        'Shorten, split or summarize the input, drop old messages of the conversation, lower max_tokens, or use a model with a larger context.',
      examples: ["This model's maximum context length is 8192 tokens."],
    },
    {
      when: /\bmodel\b.{0,90}(?:not exist|deprecated|not found)|^model: |models\/|model_not_found|not_found_error/,
      text: 'The AI service has no model of this name for this account: it is misspelled, retired (deprecated), or your key has no access to it.',
      suggestion:
        'Check the model name against the current list of models, and whether the project of this API key may use it.',
      examples: ['The model `gpt-5-ultra` does not exist or you do not have access to it.'],
    },
    {
      when: /content (?:management|filtering) policy|content_policy|safety|SAFETY|blocked/,
      text: 'The AI service blocked the prompt or the answer, because its content policy (safety filter) objects to it.',
      suggestion:
        'Tell the user that the request was blocked, rephrase the prompt, and check which category the answer names before you relax any safety setting.',
      examples: ['Candidate was blocked due to SAFETY'],
    },
    {
      when: /messages|tool_use|tool_calls|Unsupported (?:parameter|value)|invalid_request_error|AI_\w|No object generated|GoogleGenerativeAI|api_error|invalid_api_key|^Request timed out|APIError/,
      text: 'The AI service (model API) could not use this request or gave no usable answer: a parameter or the API key is invalid for this model, the messages are not in the order or format it expects, or the output did not fit the schema.',
      suggestion:
        'Check the parameter the message names against the API of this model, answer every tool call in the next message, and retry with a clearer prompt if the output was unusable.',
      examples: [
        "Unsupported parameter: 'max_completion' is not supported with this model.",
        "An assistant message with 'tool_calls' must be followed by tool messages",
      ],
    },
    // Mail.
    {
      when: /not verified|identities failed|verified Sender|verif|sandbox|testing emails/i,
      text: 'The e-mail service refuses this address: the sender (or its domain) is not verified, or the account is still in the sandbox, where recipients have to be verified too.',
      suggestion:
        'Verify the email address or domain in the region you send from, use it as the sender, and ask for production access to leave the sandbox.',
      examples: [
        'Email address is not verified. The following identities failed the check in region US-EAST-1: noreply@example.com',
      ],
    },
    {
      when: /No recipients defined|all recipients|[Rr]ecipient|`to`|\bto (?:email|address|field)|(?:^|\D)55[0134] /,
      text: 'The mail has no recipient, or the mail server refused it: no email address was given to send to, the address is malformed, or the mailbox does not exist.',
      suggestion:
        'Check that `to` holds a valid email address before you send, and drop addresses that were refused for good.',
      examples: ['No recipients defined'],
    },
    {
      when: /Missing credentials for|Invalid login|Username and Password|Authentication|\b53[0-5]\b|Less secure/,
      text: 'The mail server (SMTP) refused the login, or got none: the user name or password credentials are missing or wrong, or the provider wants an app password or OAuth instead of the normal password.',
      suggestion:
        'Set user and password from the environment, create an app password if the account has two-factor login, and check that the mail server allows SMTP for it.',
      examples: ['Missing credentials for "PLAIN"', 'Invalid login: 535-5.7.8 Username and Password not accepted.'],
    },
    {
      when: /Greeting never|^Connection timeout|Unexpected socket close|[Ii]nvalid greeting|STARTTLS/,
      text: 'The mail server (SMTP) did not answer as expected on this port: a firewall blocks it, the host is wrong, or the TLS setting does not fit the port.',
      suggestion:
        'Use port 465 with `secure: true` or port 587 with `secure: false` (STARTTLS), check host and firewall, and note that many hosting providers block port 25.',
      examples: ['Greeting never received'],
    },
    {
      when: /^(?:Message failed|Mail command|Data command)|\b[45]\d\d[- ]\d\.\d\.\d|(?:^|: )(?:421|45[01]|55[0-4]) |[Ss]ender|[Mm]ailgun|`from|email|credits/,
      text: 'The mail server (SMTP) did not accept this message: the sender is not allowed, the recipient refuses it, the message is too large or looks like spam, or a limit of the account is reached. The three-digit code tells which.',
      suggestion:
        'Read the code (4xx may be retried later, 5xx is final), check the sender address and the SPF and DKIM records of its domain, and the limits of the mail account.',
      examples: ['Message failed: 552 message size exceeds maximum'],
    },
    // Cloud storage.
    {
      when: /conditional request failed|ConditionalCheckFailed|TransactionCanceled/i,
      text: 'The condition of this write was not met: the item already exists, is missing, or was changed by someone else since it was read.',
      suggestion:
        'Treat this as an expected answer: read the item again, decide anew and retry, or tell the user that it has changed.',
      examples: ['The conditional request failed'],
    },
    {
      when: /region|PermanentRedirect|specified endpoint|BucketAlready|bucket name is not|bucket you are|MalformedHeader|AuthorizationHeaderMalformed/i,
      text: 'The storage bucket is not where this request looks for it: it lies in another region or behind another endpoint, or the bucket name already exists or is owned by someone else.',
      suggestion:
        'Set the region of the client to that of the bucket, check the endpoint, and choose a globally unique name for a new bucket.',
      examples: ['The bucket you are attempting to access must be addressed using the specified endpoint.'],
    },
    {
      when: /specified (?:key|blob|version|upload)|NoSuch(?:Key|Upload|Version)|No such object|BlobNotFound|storage\/object-not-found/,
      text: 'The object (file) with this key does not exist in the storage bucket or container: it was deleted, never uploaded, or the key is misspelled (case and slashes matter).',
      suggestion:
        'Check the bucket and the exact key, wait for the upload before you read, and handle a missing object in the code.',
      examples: ['The specified key does not exist.'],
    },
    {
      when: /has expired|TimeTooSkewed|request time/,
      text: 'The cloud service refused the signed request because of its time: the presigned link has expired, or the clock of this machine is wrong.',
      suggestion: 'Create a new signed URL shortly before use, and synchronize the clock of the machine or container.',
      examples: ['Request has expired'],
    },
    {
      when: /EntityTooLarge|maximum allowed|exceeds the maximum|smaller than|Item size/,
      text: 'The request is larger than this cloud service allows for one upload, item or call.',
      suggestion:
        'Use a multipart upload or split the data, and keep large files in object storage with only their key in the table.',
      examples: ['Your proposed upload exceeds the maximum allowed size'],
    },
    {
      when: /firestore|query requires an index|undefined|Value for argument|document to update|missing-index|marshall|Cannot encode|called with invalid data/i,
      text: 'The cloud database cannot use this document or query: a field is undefined or of a type it cannot store, the document to update does not exist, or the query needs an index that is missing.',
      suggestion:
        'Remove undefined fields before the write, use set with merge for documents that may be missing, and create the index through the link in the message.',
      examples: [
        'The query requires an index. You can create it here: https://console.firebase.google.com',
        'Cannot use "undefined" as a Firestore value',
      ],
    },
    {
      when: /parameter values|key element|Expression|UnknownEndpoint|Inaccessible host|body payload|streaming request/,
      text: 'The cloud service (such as AWS) cannot use a parameter of this request: a key or attribute does not match the schema of the table, an expression is invalid, or the endpoint is unknown.',
      suggestion:
        'Compare keys and their types with the definition of the table, give every name and value of the expression, and check the region and endpoint of the client.',
      examples: ['The provided key element does not match the schema'],
    },
    {
      when: /Runtime\.|Task timed out|Function not found|ImportModule/,
      text: 'The cloud function (such as AWS Lambda) did not finish: it does not exist under this name, its handler or a module could not be loaded, it crashed, or it ran out of time.',
      suggestion:
        'Check the name of the handler and that all modules are in the bundle, read the log of this invocation, and raise its timeout or memory if the work needs it.',
      examples: ['Runtime.ImportModuleError'],
    },
    {
      when: /not found|does not exist|not exist|NoSuch|NotFound|already|ResourceConflict|disabled|specified/i,
      text: 'The cloud resource named here (bucket, table, queue, container, function or topic) does not exist in this account and region, or already exists in a state that does not fit.',
      suggestion:
        'Check its name, account and region and whether it was deployed, and wait until it is active before you use it.',
      examples: ['Requested resource not found', 'NoSuchBucket: The specified bucket does not exist'],
    },
  ],
};
