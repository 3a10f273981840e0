import { afterAll, beforeAll, expect } from 'vitest';
import { isWhole } from '../../faults/share.ts';
import { way } from './way.ts';

// Hands requests over in process, because sockets took a fifth of the suite's time. Tests of the
// wire, failures and hostile input use sockets, and with CHECK_FULL=1 all do.

const overSockets =
  /\/test\/(?:wire|service|emulator|hostile|contract|faults\/requests|guarantees|fuzz|fleet|laws\/law-(?:06|08|12))/;

// Vitest runs this file again for every test file.
beforeAll(() => {
  way.isOpen = !isWhole && !overSockets.test(expect.getState().testPath ?? '');
});
afterAll(() => {
  way.isOpen = false;
});
