import type { CallFailure, NamedItem } from '../method-call.ts';

/** A call that cannot be sent; `callMethod` turns it into an outcome. */
export class CallError extends Error {
  override readonly name = 'CallMistake';
  readonly failure: CallFailure;
  readonly item: NamedItem | null;

  constructor(failure: CallFailure, reason: string, item: NamedItem | null = null) {
    super(reason);
    this.failure = failure;
    this.item = item;
  }
}
