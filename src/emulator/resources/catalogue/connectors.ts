import { type Call, param } from '../../http/call.ts';
import { answerAll, answerPage, type Listed } from '../../http/paging.ts';
import { answer, notFound, type Reply } from '../../http/reply.ts';
import type { Release } from './catalogue.ts';
import { findByIdOrName, findRelease, isId } from './find-release.ts';
import { presentMethod, presentRelease } from './present-connector.ts';

/** GET /connectors: a draft is not listed. */
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
  return answerPage(call, shown.map(toListed), presentRelease);
}

/** One object for an id, an array for a name (SERVICE A.2 [T]). */
export function getConnector(call: Call): Reply {
  const idOrName = param(call, 'connector');
  if (!isId(idOrName)) {
    const named = call.state.releases.filter(
      (release) => release.name === idOrName && !release.isDraft,
    );
    return answerAll(call, named.map(toListed), presentRelease);
  }
  return answer(presentRelease(findOrRefuse(call)));
}

/** GET /connectors/{name}/{version}: an array of one or none (SERVICE A.2 [T]). */
export function getConnectorVersion(call: Call): Reply {
  const release = findRelease(
    call.state.releases,
    param(call, 'connector'),
    param(call, 'version'),
  );
  const shown = release === undefined || release.isDraft ? [] : [release];
  return answerAll(call, shown.map(toListed), presentRelease);
}

/** By id the methods of that release, by name those of the latest (SPEC 4.2). */
export function listMethods(call: Call): Reply {
  return answerMethods(call, findOrRefuse(call));
}

/** GET /connectors/{name}/{version}/methods (SPEC 4.2). */
export function listMethodsOfVersion(call: Call): Reply {
  const release = findRelease(
    call.state.releases,
    param(call, 'connector'),
    param(call, 'version'),
  );
  if (release === undefined) {
    throw notFound('The connector');
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
  return answer(
    methods
      .toSorted((left, right) => (order(left) < order(right) ? -1 : 1))
      .map((method) => presentMethod(method, call.state.choices)),
  );
}

function findOrRefuse(call: Call): Release {
  const release = findByIdOrName(call.state.releases, param(call, 'connector'));
  if (release === undefined) {
    throw notFound('The connector');
  }
  return release;
}

function isLatest(releases: readonly Release[], release: Release): boolean {
  return findRelease(releases, release.name, undefined) === release;
}

function toListed(release: Release): Listed<Release> {
  return { id: release.id, name: release.name, value: release };
}
