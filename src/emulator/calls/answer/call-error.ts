import type { CallFailure, NamedItem } from '../method-call.ts';

/** A call that cannot be sent as it was asked for; `callMethod` makes it an outcome. */
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
