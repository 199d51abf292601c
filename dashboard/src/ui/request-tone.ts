const CLIENT_FAULT_MIN = 400;
const SERVER_FAULT_MIN = 500;

/** How a request ended, by its status: `neutral` when it has none. */
export function toRequestTone(statusCode: number | undefined): 'bad' | 'warn' | 'good' | 'neutral' {
  if (statusCode === undefined) return 'neutral';
  if (statusCode >= SERVER_FAULT_MIN) return 'bad';
  return statusCode >= CLIENT_FAULT_MIN ? 'warn' : 'good';
}
