/** Digest of a revision, in hexadecimal. */
export type RevisionDigest = string;

/** Everything that the accounts of a fleet had in common at a time: blueprint, base, segments, cycle files. */
export type Revision = {
  readonly digest: RevisionDigest;
  readonly fleet: string;
  readonly blueprint: string;
  /** Texts of its files, by their paths in the project. */
  readonly files: Readonly<Record<string, string>>;
};

/** The revision that all accounts of a fleet are on, but for those with an admission. */
export type FleetRecord = { readonly fleet: string; readonly revision: RevisionDigest };

/** The revision that one account is on; null: it waits for its first. */
export type Admission = {
  readonly account: string;
  readonly fleet: string;
  readonly revision: RevisionDigest | null;
  /** ISO UTC. */
  readonly at: string;
};

/** All admissions of an environment. */
export type Admissions = {
  readonly fleets: readonly FleetRecord[];
  readonly accounts: readonly Admission[];
};

/** Digits of a revision in texts. */
const shownDigits = 8;

/** Shortens a revision for texts: `8c1f02ab`. */
export function formatRevision(digest: RevisionDigest): string {
  return digest.slice(0, shownDigits);
}
