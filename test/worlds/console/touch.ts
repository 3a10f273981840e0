import type { Address } from '../../../src/model/address.ts';

/** One change in the console, to a field that the manifest manages. */
export type Touch = {
  /** Address and path as drift shows them. */
  readonly address: Address;
  readonly path: string;
  /** False where the service took nothing of it. */
  make(): Promise<boolean>;
};

/** Name after a rename in the console; an original name stays. */
export function toConsoleName(name: string): string {
  return name.endsWith(' by hand') ? name : `${name} by hand`;
}
