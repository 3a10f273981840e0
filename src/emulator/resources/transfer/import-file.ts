import type { Call } from '../../http/call.ts';
import { makeReply, Refusal, type Reply } from '../../http/reply.ts';
import { makeGuid, type State } from '../../state/state.ts';
import { partner } from '../../state/store.ts';
import { readCycle, writeCycle } from '../cycles/find-cycle.ts';
import { toCycleJson } from '../cycles/to-cycle-json.ts';
import { addCycle } from '../templates/create-from-template.ts';
import { bindTemplate, type Template } from '../templates/template.ts';
import type { TemplateRow } from '../templates/template-row.ts';
import { toTemplateJson } from '../templates/templates.ts';
import { type ExportFile, readExportFile } from './export-file.ts';
import { readExport } from './read-export.ts';
import { toExport } from './to-export.ts';
import { toTemplate } from './to-template.ts';

/** GET /cycles/{id}/export (SPEC 4.6), with the keys of SERVICE E.2 [P]. */
export function exportCycle(call: Call): Reply {
  const { choices } = call.state;
  if (choices.cycleExport !== 'offered') {
    throw new Refusal(choices.cycleExport, 'Cycles cannot be exported.');
  }
  return makeReply(toExport(toTemplate(call.state, readCycle(call)), choices));
}

/**
 * POST /cycles/import: creates a paused cycle, or a template without the account header (SPEC 4.6,
 * SERVICE E.2 [I]). Answers with it; no source shows the answer (SERVICE I.5).
 */
export function importCycle(call: Call): Reply {
  const { state, accountId } = call;
  if (accountId === '') {
    checkPartnerToken(call);
  }
  const file = readFile(call, 'Failed to import cycle.');
  if (accountId === '') {
    return makeReply(toTemplateJson(addTemplate(state, file, null), false));
  }
  const template = bindFile(state, file);
  const binding = { isFresh: state.choices.importedConnectors === 'new', prefersName: true };
  const made = addCycle(state, accountId, { template, binding });
  const row = { ...made, templateId: null, templateRelease: null };
  writeCycle(state, row);
  return makeReply(toCycleJson(state, row));
}

/** POST /templates/import?folderid={guid}; refusals as in SERVICE A.4 [T]. */
export function importTemplate(call: Call): Reply {
  checkPartnerToken(call);
  const folderId = readFolder(call);
  const file = readFile(call, 'Failed to import template.');
  return makeReply(toTemplateJson(addTemplate(call.state, file, folderId), false));
}

/** Refuses a token of one account, because templates belong to the partner. */
function checkPartnerToken({ state, tokenAccountId }: Call): void {
  if (tokenAccountId !== null) {
    throw new Refusal(state.choices.tokenScopeMismatch, 'The token is for one account.');
  }
}

function readFile(call: Call, message: string): ExportFile {
  const file = readExportFile(call.body);
  if (file === undefined) {
    throw new Refusal(400, message);
  }
  return file;
}

/** The id in the query, whose name has any case. */
function readFolder({ query, state }: Call): string | null {
  const given = [...query].find(([name]) => name.toLowerCase() === 'folderid')?.[1].toLowerCase();
  if (given === undefined) {
    return null;
  }
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(given)) {
    throw new Refusal(400, 'Folder ID is invalid.');
  }
  if (state.world.folders?.some(({ id }) => id === given) !== true) {
    throw new Refusal(400, 'Folder with provided ID could not be found.');
  }
  return given;
}

/** Adds the template, published as its file says; a choice decides if it is Live at once. */
function addTemplate(state: State, file: ExportFile, folderId: string | null): Template {
  const template = bindFile(state, file);
  const { id, isPublished } = template;
  const row: TemplateRow = {
    id,
    isPublished,
    folderId,
    releases: [
      {
        status: state.choices.importedTemplate === 'live' ? 'Live' : 'Draft',
        template: readExport(state, file, id),
      },
    ],
  };
  state.templateRows.write(id, partner, row);
  return template;
}

function bindFile(state: State, file: ExportFile): Template {
  const { releases, seed } = state;
  const id = makeGuid(state, 'template');
  const { isPublished } = file;
  return bindTemplate(readExport(state, file, id), { id, isPublished, release: 1, releases, seed });
}
