import { namesStatus } from '../http-status.js';
import type { Pattern } from '../pattern.js';

export const RATE_LIMIT: Pattern = {
  id: 'rate-limit',
  title: 'Too many requests: a limit was reached',
  text: 'The server answered 429 or its equivalent: this client sent too many requests in a short time, or its quota (or billing credit and budget) is used up, so further calls are refused for now.',
  suggestion:
    'Slow down: wait as long as the Retry-After header says, retry with exponential backoff, cache and batch calls, or ask for a higher rate limit or plan.',
  examples: [
    'Too many requests, please try again later.',
    'Request failed with status code 429',
    'Rate limit reached for gpt-4o in organization org-1 on requests per min (RPM): Limit 500',
    '429 You exceeded your current quota, please check your plan and billing details.',
    'ThrottlingException: Rate exceeded',
    'API rate limit exceeded for user ID 12345.',
    '8 RESOURCE_EXHAUSTED: Quota exceeded.',
    'Response code 429 (Too Many Requests)',
    'Firebase: Error (auth/too-many-requests).',
    'HTTP error! status: 429',
  ],
  match: [
    namesStatus('429'),
    /\b429:? Too Many Requests\b|: 429 (?:Unknown Error|OK|status code)/i,
    /(?:^|: )Too many (?:requests|attempts|login attempts)(?:$|[.,!;:]| (?:from this|in a|per |sent|to (?:this|the)))|(?:^|: )TooManyRequests\b|\bTOO_MANY_(?:REQUESTS|ATTEMPTS)/i,
    /(?:^|: )(?:API )?rate limit (?:has been )?(?:exceeded|reached|hit)\b|\brate limit exceeded for\b|\bsecondary rate limit\b/i,
    /\bRate limit reached for\b|\brate_limit_(?:error|exceeded)\b|\bover_\w{1,30}_rate_limit\b|\bemail rate limit exceeded\b/i,
    /\bexceeded your (?:current )?(?:quota|rate limit)\b|\bexceeded the rate limit\b|\binsufficient_quota\b|\bcredit balance is too low\b/i,
    /\bQuota exceeded for (?:quota|metric|service|project|aiplatform|[a-z]\w{1,40}\.)|^Quota exceeded\.?$|\b(?:userR|r)ateLimitExceeded\b|\bquotaExceeded\b|\bdailyLimitExceeded\b|\bBilling hard limit has been reached\b/,
    /(?:^|: )8 RESOURCE_EXHAUSTED: (?!.{0,40}larger than max)/,
    /(?:^|: )RESOURCE_EXHAUSTED\b(?!.{0,40}larger than max)/,
    /(?:^|: )(?:Rate exceeded$|Throttling: |Request was throttled|You are being rate limited)|\bThrottling(?:Exception|Error)\b/,
    /\bexceeds the (?:maximum|allowed|configured) (?:allowed )?provisioned throughput\b|\bexceeded the maximum allowed provisioned throughput\b|\bProvisionedThroughputExceeded/,
    /(?:^|: )Please reduce your request rate\b|\bauth\/(?:too-many-requests|quota-exceeded)\b|\bFor security purposes, you can only request this\b/,
    /\bRequest rate is large\b|\bTesting API requests limited\b|\bRequest rate limit exceeded\b|\bblocked all requests from this device due to unusual activity\b/,
  ],
  matchTyped: [
    /^(?:TooManyRequests|RateLimit|Throttl\w{0,20}|ProvisionedThroughputExceeded|SlowDown|StripeRateLimit|LimitExceeded)(?:Error|Exception|ed)?:/,
    /^Throttler\w{0,20}:/,
  ],
};
