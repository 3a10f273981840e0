import { isWhole } from '../../faults/share.ts';
import { way } from './way.ts';

// Hands requests over in process, because sockets took a fifth of the suite's time. Tests of the
// wire, failures and hostile input use sockets, and with CHECK_FULL=1 all do.

const overSockets =
  /\/test\/(?:wire|service|emulator|hostile|contract|faults\/requests|guarantees|fuzz|fleet|laws\/law-(?:06|08|12))/;

/** Opens the way for a test file, unless its requests need sockets. */
export function takeShortWay(testPath: string): void {
  way.isOpen = !isWhole && !overSockets.test(testPath);
}

export function leaveShortWay(): void {
  way.isOpen = false;
}
