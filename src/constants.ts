// The constants of the wire contract. A changed value here breaks every client.

export const DEFAULT_SERVER_PORT = 3800;
export const DEFAULT_SERVER_HOST = '0.0.0.0';
/** In the home directory. */
export const DEFAULT_DB_DIR = '.service';
export const DEFAULT_DB_FILENAME = 'service.db';

export const EVENTS_ENDPOINT = '/api/events';
export const ERRORS_ENDPOINT = '/api/errors';
export const RELEASES_ENDPOINT = '/api/releases';
export const REQUESTS_ENDPOINT = '/api/requests';
export const LOGS_ENDPOINT = '/api/logs';
export const HEALTH_ENDPOINT = '/api/health';
export const STATS_ENDPOINT = '/api/stats';
export const TRENDS_ENDPOINT = '/api/trends';
export const PROJECTS_ENDPOINT = '/api/projects';
export const VIEWS_ENDPOINT = '/api/views';
/** Where assistants speak the Model Context Protocol. */
export const MCP_ENDPOINT = '/mcp';
/** Where Prometheus looks unless told otherwise. */
export const METRICS_ENDPOINT = '/metrics';
export const FEED_ENDPOINT = '/ws';
/** Where Sentry SDKs send copies with `spotlight`, and the port that they look at when they are not told one. */
export const SPOTLIGHT_ENDPOINT = '/stream';
export const SPOTLIGHT_PORT = 8969;

export const CORRELATION_HEADER = 'x-service-correlation-id';
export const PROJECT_HEADER = 'x-service-project-id';
/** Which version of the Model Context Protocol a client speaks. */
export const MCP_VERSION_HEADER = 'mcp-protocol-version';
/** Of an answer: the query parameters that nobody looked at. */
export const IGNORED_HEADER = 'X-Service-Ignored-Parameters';
/** Of an answer that a standby of the database gave: by how many milliseconds it may be behind. */
export const REPLICA_LAG_HEADER = 'X-Service-Replica-Lag-Ms';

export const MAX_MESSAGE_LENGTH = 2048;
export const MAX_STACK_FRAMES = 50;
export const BATCH_SIZE = 10;
export const BATCH_INTERVAL_MS = 100;

/** What stands in place of a redacted value. */
export const REDACTED = '[Redacted]';
