/** The part of an environment whose rows the steps of the controller read and write. */
export type Partition = { readonly scope: string; readonly partition: string };

/** The time of accounts at rest, which are due with the next sweep. */
export const never = 8_640_000_000_000_000;
/** Time after which a queued account that came to nothing is queued again: its job was lost. */
export const lostMs = 300_000;

export const accounts = 'cyclectl_controller.accounts';
export const partitions = 'cyclectl_controller.partitions';
/** Milliseconds of the server's clock. */
export const now = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint';
/** Condition of the rows of a partition. */
export const own = 'scope = $1 AND partition = $2';
