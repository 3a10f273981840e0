import { type Call, readParam } from '../../http/call.ts';
import { type Listed, makeListReply, makePageReply } from '../../http/paging.ts';
import { makeNotFound, makeReply, type Reply } from '../../http/reply.ts';
import type { Release } from './catalog.ts';
import { findByIdOrName, findRelease, isId } from './find-release.ts';
import { toMethodJson, toReleaseJson } from './to-connector-json.ts';

/** GET /connectors, without drafts. */
export function listConnectors(call: Call): Reply {
  const { releases, choices } = call.state;
  const words = call.query.get('query')?.toLowerCase() ?? '';
  const category = call.query.get('category');
  const shown = releases.filter(
    (release) =>
      !release.isDraft &&
      release.name.toLowerCase().includes(words) &&
      (category === null || release.categories.includes(category)) &&
      (choices.catalogueLists === 'releases' || isLatest(releases, release)),
  );
  return makePageReply(call, shown.map(toListed), toReleaseJson);
}

/** One object for an id, an array for a name (SERVICE A.2 [T]). */
export function describeConnector(call: Call): Reply {
  const idOrName = readParam(call, 'connector');
  if (!isId(idOrName)) {
    const named = call.state.releases.filter(
      (release) => release.name === idOrName && !release.isDraft,
    );
    return makeListReply(call, named.map(toListed), toReleaseJson);
  }
  return makeReply(toReleaseJson(readRelease(call)));
}

/** GET /connectors/{name}/{version}: an array of at most one (SERVICE A.2 [T]). */
export function describeConnectorVersion(call: Call): Reply {
  const release = findRelease(
    call.state.releases,
    readParam(call, 'connector'),
    readParam(call, 'version'),
  );
  const shown = release === undefined || release.isDraft ? [] : [release];
  return makeListReply(call, shown.map(toListed), toReleaseJson);
}

/** Methods of a release by id, of the latest one by name (SPEC 4.2). */
export function listMethods(call: Call): Reply {
  return answerMethods(call, readRelease(call));
}

/** GET /connectors/{name}/{version}/methods (SPEC 4.2). */
export function listMethodsOfVersion(call: Call): Reply {
  const release = findRelease(
    call.state.releases,
    readParam(call, 'connector'),
    readParam(call, 'version'),
  );
  if (release === undefined) {
    throw makeNotFound('The connector');
  }
  return answerMethods(call, release);
}

/** In name order inside a category (SERVICE A.2 [T]). */
function answerMethods(call: Call, release: Release): Reply {
  const words = call.query.get('query')?.toLowerCase() ?? '';
  const category = call.query.get('category');
  const methods = release.methods.filter(
    (method) =>
      method.name.toLowerCase().includes(words) &&
      (category === null || method.category === category),
  );
  const order = (method: { category: string; name: string }) =>
    `${method.category}\u0000${method.name}`;
  return makeReply(
    methods
      .toSorted((left, right) => (order(left) < order(right) ? -1 : 1))
      .map((method) => toMethodJson(method, call.state.choices)),
  );
}

function readRelease(call: Call): Release {
  const release = findByIdOrName(call.state.releases, readParam(call, 'connector'));
  if (release === undefined) {
    throw makeNotFound('The connector');
  }
  return release;
}

function isLatest(releases: readonly Release[], release: Release): boolean {
  return findRelease(releases, release.name, undefined) === release;
}

function toListed(release: Release): Listed<Release> {
  return { id: release.id, name: release.name, value: release };
}
