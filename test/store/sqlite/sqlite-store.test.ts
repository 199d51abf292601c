import { makeSqlitePlace } from '../../support/sqlite-place.js';
import { describeStore } from '../store-suite.js';

describeStore('the SQLite store', makeSqlitePlace);
