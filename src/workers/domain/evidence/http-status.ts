const CLAUSE = String.raw`(?:^|[:(,!;{-] ?|\b(?:with|with an?|returned|received|responded|got|response|unexpected|error|failed|bad|invalid|non-2\w\w|the|by)(?: http| response| server| error)? )"?(?:http )?status(?: ?code)?"?(?: of)?[:=]? ?"?\(?`;
const NAMED = String.raw`\b(?:HttpError|HTTP(?:\/\d(?:\.\d)?)?|HTTP status(?: code)?|HTTP status (?:client|server) error|status code does not indicate success|resulted in a .|response code|statusCode"?|(?:API|HTTP|server|fetch|request|upstream) error|request failed|Error \(Code|(?:API|server|endpoint|upstream|service|backend) (?:returned|responded with|replied with)(?: status)?):? ?\(?`;
// SDKs of AI services put the status first and the body, or nothing, behind it.
const LEADING = String.raw`^(?=\d{3}(?:$|, message='| (?:UNAUTHORIZED|FORBIDDEN|CONFLICT|GONE|BAD_REQUEST|BAD_GATEWAY|NOT_FOUND|METHOD_NOT_ALLOWED|TOO_MANY_REQUESTS|UNPROCESSABLE_ENTITY|INTERNAL_SERVER_ERROR|SERVICE_UNAVAILABLE|GATEWAY_TIMEOUT)(?:$| ")| status code| \{| (?:Client|Server) Error: | "| (?:Incorrect|Invalid|You exceeded|Rate limit|Unauthorized|Forbidden|Too Many)\b))`;

// The app's own words, then nothing but the status.
const TRAILING = String.raw`(?:failed|unable) to (?:fetch|load|get|post|save|send|create|update|delete|retrieve|download|upload|submit)\b[^:\n]{0,60}: (?=\d{3}$)`;

/**
 * Matches the ways HTTP clients name a status, for codes such as `401` or `5\d\d`. A bare number is not enough:
 * "Order 401 shipped late" says nothing about HTTP.
 */
export function namesStatus(codes: string): RegExp {
  return new RegExp(`(?:${CLAUSE}|${NAMED}|${LEADING}|${TRAILING})(?:${codes})\\b`, 'i');
}

const ANY_STATUS = new RegExp(`(?:${CLAUSE}|${NAMED}|${LEADING}|${TRAILING})([1-5]\\d\\d)\\b`, 'i');

/** The HTTP status that a message names, in the ways that `namesStatus` knows. */
export function statusIn(message: string): string | undefined {
  return ANY_STATUS.exec(message)?.[1];
}
