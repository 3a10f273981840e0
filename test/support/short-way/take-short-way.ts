import { isWhole } from '../../faults/share.ts';
import { way } from './way.ts';

// Hands requests over in process, because sockets took a fifth of the suite's time. Tests of the
// wire, of bad lines and of hostile input use sockets, and with CHECK_FULL=1 all do.

const overSockets =
  /\/test\/(?:wire|service|emulator|hostile|contract|faults\/requests\/(?:slow|weather)|guarantees\/documented-trouble|fuzz)/;

/** Opens the way for a test file, unless its requests need sockets. */
export function takeShortWay(testPath: string): void {
  way.isOpen = !isWhole && !overSockets.test(testPath);
}

export function leaveShortWay(): void {
  way.isOpen = false;
}
