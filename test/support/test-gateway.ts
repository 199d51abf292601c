import type { TransportChoice } from '../../src/gateway/transport/open-transport.js';

/** The suites run on either server of the gateway: `TEST_GATEWAY=portable npm test -- 'test/gateway/*.test.ts'`. */
export const TEST_GATEWAY = (process.env.TEST_GATEWAY ?? 'auto') as TransportChoice;
