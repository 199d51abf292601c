import { namesStatus } from '../http-status.js';
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
    'invalid csrf token',
    'Forbidden resource',
    'Response code 403 (Forbidden)',
    'Missing or insufficient permissions.',
    'Http failure response for https://api.example.com/a: 403 Forbidden',
    'Resource not accessible by integration',
    'ForbiddenError: invalid csrf token',
  ],
  match: [
    namesStatus('403'),
    /\b403:? Forbidden\b|: 403 (?:Unknown Error|OK)\b|\(403\):? Forbidden\b/i,
    /(?:^|: )Forbidden(?: resource)?\.?$|(?:^|: )(?:User is )?not authorized\.?$|^Access denied\.?$|(?:^|: )AccessDenied(?:Exception)?: /i,
    /(?:^|: )Access ?Denied\.?$/,
    /(?:^|: )(?:7 )?PERMISSION_DENIED\b|\bThe caller does not have permission\b/,
    /\bis not authorized to perform: |\bwith an explicit deny in\b|\bUnauthorizedOperation: /,
    /\b(?:invalid|missing|mismatched) csrf token\b|\bCSRF (?:token )?(?:verification failed|mismatch|token (?:missing|invalid|mismatch)|validation failed)\b|\bEBADCSRFTOKEN\b|\bmisconfigured csrf\b/i,
    /\bMissing or insufficient permissions\b|\bfirestore\/permission-denied\b|(?:^|[/(])permission[-_]denied\b/i,
    /\bstorage\/unauthorized\b|\bUser does not have permission to access '/,
    /\bInsufficient (?:Permission|scope|privileges to complete)|\binsufficientPermissions\b|\binsufficient authentication scopes\b|\binsufficient_scope\b/i,
    /\bYou (?:do not|don't) have (?:the |sufficient )?(?:permissions?|privileges)(?: required)? to\b/i,
    /(?:^|: )(?:You are not|Not) (?:authorized|allowed|permitted) to (?:access|perform|view|edit|update|delete|do) (?:this|that|the requested)\b/i,
    /\bdoes not have (?:storage\.|bigquery\.|pubsub\.|serviceusage\.|\w{1,40}\.\w{1,40}\.\w{1,40} )\S{0,60} ?(?:access|permission)/,
    /\bPermission '[^'\n]{1,80}' denied on resource\b|\bThis request is not authorized to perform this operation\b|\bAuthorization(?:PermissionMismatch|Failed)\b/,
    /\bResource not accessible by (?:integration|personal access token)\b|\bMust have admin rights to Repository\b/,
    /\bThe provided key '[^'\n]{0,60}' does not have access\b|\bdoes not have access to model\b|\bhas not been used in project \S{1,60} before or it is disabled\b/,
    /(?:^|: )Cannot execute "\w{1,40}" on "\w{1,60}"$|\bAPI keys? with referer restrictions\b/,
  ],
  matchTyped: [
    /^(?:Forbidden(?:Error|Exception)|AccessDenied(?:Exception|Error)?|PermissionDenied(?:Error|Exception)?|StripePermissionError):/,
    /^AuthorizationError:/,
  ],
};
