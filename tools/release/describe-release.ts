/** Files of a commit, and the tags of its repository. */
export type ReleaseInputs = {
  readonly tag: string;
  /** Versions that files of the commit say, by file. */
  readonly versions: Readonly<Record<string, unknown>>;
  readonly changelog: string;
  readonly tags: readonly string[];
};

export type ReleaseDescription = {
  readonly version: string;
  /** Tag in the registry: `npm install cyclectl` takes `latest`. */
  readonly npmTag: string;
  readonly isPrerelease: boolean;
  /** Tag of the action that moves to this release, such as `v1`; null for none. */
  readonly majorTag: string | null;
  /** Section of the changelog. */
  readonly notes: string;
};

type Version = { readonly numbers: readonly number[]; readonly isPrerelease: boolean };

/** Describes the release that a tag asks for. Throws an error with all that is wrong with it. */
export function describeRelease({
  tag,
  versions,
  changelog,
  tags,
}: ReleaseInputs): ReleaseDescription {
  const own = parseTag(tag);
  if (own === null) throw new Error(`${tag} is no tag of a release: write vX.Y.Z or vX.Y.Z-rc.N`);
  const version = tag.slice(1);
  const notes = findSection(changelog, version) ?? '';
  const wrong = [
    ...Object.entries(versions)
      .filter(([, said]) => said !== version)
      .map(([file, said]) => `${file} says ${said}, the tag says ${version}`),
    ...(notes === '' ? [`CHANGELOG.md has no section ${version}, or an empty one`] : []),
    ...((findSection(changelog, 'Unreleased') ?? '') === ''
      ? []
      : [`CHANGELOG.md has lines under Unreleased: move them under ${version}`]),
  ];
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
  if (own.isPrerelease)
    return { version, npmTag: 'next', isPrerelease: true, majorTag: null, notes };
  const stable = tags.flatMap((each) => parseTag(each) ?? []).filter((each) => !each.isPrerelease);
  const later = stable.filter((each) => isLater(each, own));
  const [major = 0] = own.numbers;
  const isNewest = !later.some(({ numbers }) => numbers[0] === major);
  return {
    version,
    npmTag: later.length === 0 ? 'latest' : `latest-${major}`,
    isPrerelease: false,
    majorTag: isNewest ? `v${major}` : null,
    notes,
  };
}

function parseTag(tag: string): Version | null {
  const found = /^v(\d+)\.(\d+)\.(\d+)(-rc\.\d+)?$/.exec(tag);
  if (found === null) return null;
  return { numbers: found.slice(1, 4).map(Number), isPrerelease: found[4] !== undefined };
}

function isLater(left: Version, right: Version): boolean {
  const at = left.numbers.findIndex((number, index) => number !== right.numbers[index]);
  return at !== -1 && Number(left.numbers[at]) > Number(right.numbers[at]);
}

/** Finds the lines below a heading of a version; null without it. */
function findSection(changelog: string, name: string): string | null {
  const sections = changelog.split(/^## /m).slice(1);
  const found = sections.find((section) => section.split('\n', 1)[0]?.split(' ')[0] === name);
  return found === undefined ? null : found.slice(found.indexOf('\n')).trim();
}
