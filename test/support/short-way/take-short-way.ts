import { afterAll, beforeAll, expect } from 'vitest';
import { isWhole } from '../../faults/share.ts';
import { way } from './way.ts';

// A socket between a client and an emulator of the same process took a fifth of the time of the suite. Tests of the wire,
// of requests that fail and of hostile input keep it, and with CHECK_FULL=1 all do.

const overSockets =
  /\/test\/(?:wire|service|emulator|hostile|contract|faults\/requests|guarantees|fuzz|fleet|laws\/law-(?:06|08|12))/;

// Vitest runs this file anew for every test file.
beforeAll(() => {
  way.isOpen = !isWhole && !overSockets.test(expect.getState().testPath ?? '');
});
afterAll(() => {
  way.isOpen = false;
});
