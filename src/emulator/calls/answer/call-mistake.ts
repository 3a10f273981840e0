import type { CallFailure } from '../call-method.ts';

/** An item of a method: a parameter by its TargetName or a field by its Location. */
export interface NamedItem {
  readonly id: number;
  readonly name: string;
}

/** A call that cannot be sent as it was asked for; `callMethod` makes it an outcome. */
export class CallMistake extends Error {
  override readonly name = 'CallMistake';
  readonly failure: CallFailure;
  readonly item: NamedItem | null;

  constructor(failure: CallFailure, reason: string, item: NamedItem | null = null) {
    super(reason);
    this.failure = failure;
    this.item = item;
  }
}
