import { openSqliteStore } from '../../../src/store/sqlite/sqlite-store.js';
import { describeStore } from '../store-suite.js';

describeStore('the SQLite store', openSqliteStore);
