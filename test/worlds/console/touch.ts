import type { Address } from '../../../src/model/address.ts';

/** One change that somebody makes in the console, to one field that the manifest manages. */
export type Touch = {
  /** Address and path as drift shows them. */
  readonly address: Address;
  readonly path: string;
  /** False where the service took nothing of it. */
  make(): Promise<boolean>;
};

/** The name that a hand gives to what has this one; its own stays. */
export function toConsoleName(name: string): string {
  return name.endsWith(' by hand') ? name : `${name} by hand`;
}
