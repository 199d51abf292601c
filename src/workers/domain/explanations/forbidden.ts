import type { Pattern } from '../pattern.js';

export const FORBIDDEN: Pattern = {
  id: 'forbidden',
  title: 'Access denied: the caller lacks permission',
  text: 'The server knows the caller but does not allow this: the account, role or IAM policy lacks the permission, access to the resource is denied (403 forbidden), or the CSRF token of the form or its cookie is missing or stale.',
  suggestion:
    'Grant the missing permission or role to the account, check that the right account, bucket and resource are used, and for CSRF send the current token together with the session cookie.',
  examples: [
    'Request failed with status code 403',
    '7 PERMISSION_DENIED: The caller does not have permission',
    'Forbidden resource',
    { type: 'django.core.exceptions.PermissionDenied', message: '', language: 'python' },
    {
      type: 'org.springframework.security.access.AccessDeniedException',
      message: 'Access is denied',
      language: 'java',
    },
    {
      type: 'Illuminate\\Auth\\Access\\AuthorizationException',
      message: 'This action is unauthorized.',
      language: 'php',
    },
    { message: 'rpc error: code = PermissionDenied desc = caller does not have storage access', language: 'go' },
    'Response code 403 (Forbidden)',
    'Missing or insufficient permissions.',
    'Http failure response for https://api.example.com/a: 403 Forbidden',
    'Resource not accessible by integration',
    'ForbiddenError: invalid csrf token',
  ],
  counterexamples: [
    'You do not have permission to enter the vault',
    'Access denied: badge of visitor 12',
    'Not authorized to access the vault: clerk 7',
  ],
  signs: {
    codes: [
      'HTTP 403',
      'gRPC PERMISSION_DENIED',
      'AccessDenied',
      'AccessDeniedException',
      'UnauthorizedOperation',
      'AuthorizationError',
      'Kubernetes Forbidden',
      'permission-denied',
      'storage/unauthorized',
      'insufficient_scope',
      'insufficientPermissions',
    ],
    classes: [
      'Forbidden',
      'ForbiddenError',
      'ForbiddenException',
      'AccessDenied',
      'AccessDeniedError',
      'AccessDeniedException',
      'AccessDeniedHttpException',
      'PermissionDenied',
      'PermissionDeniedError',
      'PermissionDeniedException',
      'StripePermissionError',
      'AuthorizationException',
      'AuthorizationDeniedException',
      'NotAuthorizedError',
      'AuthorizationError',
      'UnauthorizedOperation',
    ],
    where: /^(?!(?:\w+: )?(?:\/|[A-Z]:\\))/,
    says: [/\((?:AccessDenied\w*|UnauthorizedOperation|AuthorizationError)\) when calling the /],
  },
  match: [
    /\b403:? Forbidden\b|: 403 (?:Unknown Error|OK)\b|\(403\):? Forbidden\b|(?:^|: )Forbidden(?: resource)?\.?$|(?:^|: )(?:User is )?not authorized\.?$|^Access denied\.?$|(?:^|: )AccessDenied(?:Exception)?: /i,
    /(?:^|: )Access ?Denied\.?$|\bis not authorized to perform: |\bwith an explicit deny in\b|\bUnauthorizedOperation: |\bstorage\/unauthorized\b|\bUser does not have permission to access '/,
    /\b(?:invalid|missing|mismatched) csrf token\b|\bCSRF (?:token )?(?:verification failed|mismatch|token (?:missing|invalid|mismatch)|validation failed)\b|\bEBADCSRFTOKEN\b|\bmisconfigured csrf\b|\bMissing or insufficient permissions(?=$|[.:;,(\n])|\bfirestore\/permission-denied\b|(?:^|[/(])permission[-_]denied\b|\bInsufficient (?:Permission(?=$|[.:])|scope|privileges to complete)|\binsufficientPermissions\b|\binsufficient authentication scopes\b|\binsufficient_scope\b|\bYou (?:do not|don't) have (?:the |sufficient )?(?:permissions?|privileges)(?: required)? to (?:access|perform|view|edit|update|delete|create|read|write|do|use|call|execute|invoke) (?:this|that|the requested|\S*[\/.:_])|(?:^|: )(?:You are not|Not) (?:authorized|allowed|permitted) to (?:access|perform|view|edit|update|delete|do) (?:this|that|the requested)\b/i,
    /\bdoes not have (?:storage\.|bigquery\.|pubsub\.|serviceusage\.|\w{1,40}\.\w{1,40}\.\w{1,40} )\S{0,60} ?(?:access|permission)|\bPermission '[^'\n]{1,80}' denied on resource\b|\bThis request is not authorized to perform this operation\b|\bAuthorization(?:PermissionMismatch|Failed)\b/,
    /\bResource not accessible by (?:integration|personal access token)\b|\bMust have admin rights to Repository\b|\bThe provided key '[^'\n]{0,60}' does not have access\b|\bdoes not have access to model\b|\bhas not been used in project \S{1,60} before or it is disabled\b|(?:^|: )Cannot execute "\w{1,40}" on "\w{1,60}"$|\bAPI keys? with referer restrictions\b/,
  ],
  cases: [
    {
      id: 'bot',
      signs: {
        codes: ['50001', '50013'],
        where: ['Missing Access', 'Missing Permissions'],
        says: ['DiscordAPIError[50001]', 'DiscordAPIError[50013]'],
      },
      text: 'The bot has no permission for this on the Discord server or channel: its role lacks it, stands below the role or member it acts on, or the bot cannot see the channel.',
      suggestion:
        'Invite the bot with the permissions it needs, move its role above those it manages, and check what the channel overrides.',
      examples: [
        'DiscordAPIError[50013]: Missing Permissions',
        { type: 'DiscordAPIError', code: '50013', message: 'Missing Permissions' },
      ],
    },
    {
      id: 'csrf',
      signs: {
        codes: ['EBADCSRFTOKEN', 'FST_CSRF_*'],
        classes: [
          'InvalidAuthenticityToken',
          'TokenMismatchException',
          'InvalidCsrfTokenException',
          'MissingCsrfTokenException',
          'CSRFError',
          'InvalidCSRFToken',
          'AntiforgeryValidationException',
          'InvalidCrossOriginRequest',
        ],
      },
      when: /csrf/i,
      text: 'The CSRF token of the form or request is missing, wrong or stale: the session expired, the cookie was not sent, or the form does not carry the token. The server refuses it (403 or 419).',
      suggestion:
        'Put the current token into the form or header, let the session cookie come with it (SameSite, domain, https), and load the page again after a sign-in.',
      examples: [
        'invalid csrf token',
        {
          type: 'ActionController::InvalidAuthenticityToken',
          message: "Can't verify CSRF token authenticity.",
          language: 'ruby',
        },
        { type: 'Illuminate\\Session\\TokenMismatchException', message: 'CSRF token mismatch.', language: 'php' },
      ],
    },
  ],
};
