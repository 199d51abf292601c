import type { Pattern } from '../pattern.js';

export const RESPONSE_USED_TWICE: Pattern = {
  id: 'response-used-twice',
  title: 'Response or body used twice',
  text: 'The response was already sent, and the code then set a header or answered a second time. Often a `return` is missing after the first answer, or a callback runs twice.',
  suggestion: 'Answer exactly once on every path and return right after it, also in error handlers and callbacks.',
  examples: [
    'Cannot set headers after they are sent to the client',
    {
      type: 'java.lang.IllegalStateException',
      message: 'Cannot call sendError() after the response has been committed',
      language: 'java',
    },
    { message: 'http: superfluous response.WriteHeader call from main.main.func1 (main.go:10)', language: 'go' },
    'Body is unusable: Body has already been read',
    'body used already for: https://api.example.com/v1',
  ],
  counterexamples: ['Body has already been read at the morgue', 'Header already sent to printer: newsletter 4'],
  signs: {
    codes: ['ERR_HTTP_HEADERS_SENT', 'FST_ERR_REP_ALREADY_SENT', 'FST_ERR_REP_SENT'],
    classes: ['DoubleRenderError', 'HeadersSentException'],
    says: [
      /^Cannot modify header information - headers already sent|\bafter the response has been committed\b|^http: (?:multiple response\.WriteHeader|superfluous response)|^(?:Headers are read-only, response has already started|StatusCode cannot be set because the response has already started)|^Response has already been committed/,
    ],
  },
  match: [
    /(?:^|: )(?:Cannot|Can't|Can not) (?:\w+ )?(?:set|append|remove|write|render|send|modify|delete) (?:the )?(?:\w+ )?headers? (?:information )?(?:after (?:they are|they have been|it is) sent|- headers already sent|after)|(?:^|: )(?:Reply (?:was )?already sent(?=$|[.,:!]| did)|Response (?:has |was )?already (?:been )?(?:sent|ended|finished)(?=$|[.,:!])|The response (?:has|was) already(?: been)? (?:sent|ended|finished|committed)(?=$|[.,:!])|Headers (?:have )?already (?:been )?sent(?=$|[.!\n])|headers already sent(?=$|[.!\n]| by \())/i,
    /(?:^|: )(?:[Bb]ody (?:is unusable|used already|stream already read|is disturbed|stream is locked)|[Bb]ody (?:has already been|already|is already) (?:read|consumed|used)(?=$|[.,:!\n]))|^Can't (?:render|send) .{1,40} twice$|(?:^|: )(?:Response|Request)(?:\.\w+)?:? (?:body object should not be disturbed|body is already used|body is locked|Body has already been|body has already been|[Bb]ody (?:is )?already)/,
    /(?:^|: )(?:Cannot (?:clone a (?:disturbed|used)|construct a Request with a Request object that has already)|Response\.clone|Request\.clone|Already read$|Input request contains used body|Request object that has already been used)|^(?:stream is not readable|Body already consumed|Response has already been (?:read|consumed)|Cannot read body|Invalid state: The (?:reader|stream) is)(?=$|\n|\.| )/,
  ],
  // A body read twice; everything else is a response sent twice.
  cases: [
    {
      id: 'headers-already-sent',
      signs: {
        says: [
          /^Cannot modify header information - headers already sent|^session_start\(\): Session cannot be started after headers have already been sent|^Cannot (?:start session|send session \w+) when headers already sent/,
        ],
        languages: ['php'],
      },
      text: 'The header could not be set, because output was already sent: a header, cookie, session or redirect comes after the first output (an echo, HTML, a space or a BOM in front of the opening tag).',
      suggestion:
        'Look at the file and line named as "output started at", send headers before any output, remove what stands in front of <?php or behind ?>, or turn on output buffering.',
      examples: [
        {
          message:
            'Cannot modify header information - headers already sent by (output started at /srv/app/index.php:3)',
          language: 'php',
        },
      ],
    },
    {
      id: 'rendered-twice',
      signs: { classes: ['DoubleRenderError'], languages: ['ruby'] },
      text: 'The action rendered or redirected more than once (twice): the response was already set, and the code then went on to a second one.',
      suggestion:
        'Return right after each render or redirect (redirect_to … and return), also in before_action filters.',
      examples: [
        {
          type: 'AbstractController::DoubleRenderError',
          message: 'Render and/or redirect were called multiple times in this action.',
          language: 'ruby',
        },
      ],
    },
    {
      id: 'body-read-twice',
      signs: {
        codes: ['ERR_BODY_ALREADY_USED'],
        classes: ['StreamConsumed', 'RawPostDataException', 'StreamAlreadyConsumed'],
        says: [
          '^getInputStream() has already been called for this request',
          '^getReader() has already been called for this request',
          '^Attempted to read or stream some content, but the content has already been streamed',
          '^The content for this response was already consumed',
        ],
      },
      when: /body|stream|disturbed|\bread\b|consumed|clone|Request object/i,
      text: 'The body of a request or response was read twice. It is a stream that can be used only once, and it was already read (consumed) or is locked by another reader.',
      suggestion:
        'Read the body once and keep the result, or clone() the response before the first read; look for middleware or logging that reads it too.',
      examples: ['Body is unusable: Body has already been read', 'body used already for: https://api.example.com/v1'],
    },
    {
      id: 'server-closed',
      signs: { says: ['^http: Server closed$'] },
      text: 'The HTTP server was shut down: this is what ListenAndServe returns after Shutdown or Close, and no failure.',
      suggestion: 'Compare the error with http.ErrServerClosed and treat it as a normal end of the program.',
      examples: [{ type: '*errors.errorString', message: 'http: Server closed', language: 'go' }],
    },
  ],
};
