import { makePostgresPlace } from '../../support/postgres-place.js';
import { describeStore } from '../store-suite.js';

describeStore('a PostgreSQL store', makePostgresPlace);
