import type { Pattern } from '../pattern.js';

export const RESPONSE_USED_TWICE: Pattern = {
  id: 'response-used-twice',
  title: 'Response or body used twice',
  text: 'The response was already sent, and the code then set a header or answered a second time. Often a `return` is missing after the first answer, or a callback runs twice.',
  suggestion: 'Answer exactly once on every path and return right after it, also in error handlers and callbacks.',
  examples: [
    'Cannot set headers after they are sent to the client',
    'Body is unusable: Body has already been read',
    'body used already for: https://api.example.com/v1',
  ],
  match: [
    /(?:^|: )(?:Cannot|Can't|Can not) (?:\w+ )?(?:set|append|remove|write|render|send|modify|delete) (?:the )?(?:\w+ )?headers? (?:information )?(?:after (?:they are|they have been|it is) sent|- headers already sent|after)/i,
    /\bERR_HTTP_HEADERS_SENT\b|\bFST_ERR_REP_ALREADY_SENT\b|\bERR_STREAM_ALREADY\w+/,
    /(?:^|: )(?:Reply (?:was )?already sent(?=$|[.,:!]| did)|Response (?:has |was )?already (?:been )?(?:sent|ended|finished)(?=$|[.,:!])|The response (?:has|was) already(?: been)? (?:sent|ended|finished|committed)(?=$|[.,:!])|Headers (?:have )?already (?:been )?sent(?=$|[.!\n])|headers already sent(?=$|[.!\n]| by \())/i,
    /^http: (?:multiple response\.WriteHeader|superfluous response)|\bafter the response has been committed\b/,
    /(?:^|: )(?:[Bb]ody (?:is unusable|used already|stream already read|is disturbed|stream is locked)|[Bb]ody (?:has already been|already|is already) (?:read|consumed|used)(?=$|[.,:!\n]))/,
    /(?:^|: )(?:Response|Request)(?:\.\w+)?:? (?:body object should not be disturbed|body is already used|body is locked|Body has already been|body has already been|[Bb]ody (?:is )?already)/,
    /(?:^|: )(?:Cannot (?:clone a (?:disturbed|used)|construct a Request with a Request object that has already)|Response\.clone|Request\.clone|Already read$|Input request contains used body|Request object that has already been used)/,
    /^(?:stream is not readable|Body already consumed|Response has already been (?:read|consumed)|Cannot read body|Invalid state: The (?:reader|stream) is)(?=$|\n|\.| )/,
    /^Can't (?:render|send) .{1,40} twice$/,
  ],
  // A body read twice; everything else is a response sent twice.
  cases: [
    {
      when: /body|stream|disturbed|\bread\b|consumed|clone|Request object/i,
      text: 'The body of a request or response was read twice. It is a stream that can be used only once, and it was already read (consumed) or is locked by another reader.',
      suggestion:
        'Read the body once and keep the result, or clone() the response before the first read; look for middleware or logging that reads it too.',
      examples: ['Body is unusable: Body has already been read', 'body used already for: https://api.example.com/v1'],
    },
  ],
};
