import { type Call, readParam } from '../../http/call.ts';
import { isWithIcons, makePageReply } from '../../http/paging.ts';
import { makeReply, type Reply } from '../../http/reply.ts';
import { icon } from '../catalog/to-connector-json.ts';
import { listCycleRows } from '../cycles/find-cycle.ts';
import { toCycleJson } from '../cycles/to-cycle-json.ts';
import { toExport } from '../transfer/to-export.ts';
import { listLiveTemplates, readTemplate } from './find-template.ts';
import type { Template } from './template.ts';
import { findUpgrade } from './update-to-release.ts';

/** GET /templates: published ones, by tag and connector (SERVICE A.4 [T][D]). */
export function listTemplates(call: Call): Reply {
  const { query } = call;
  const tag = query.get('tag');
  const connectorName = query.get('connectorName');
  const connectorVersion = query.get('connectorVersion');
  const shown = listLiveTemplates(call.state).filter(
    (template) =>
      template.isPublished &&
      (tag === null || template.tags.includes(tag)) &&
      template.steps.some(
        ({ release }) =>
          (connectorName === null || release.name === connectorName) &&
          (connectorVersion === null || release.version === connectorVersion),
      ),
  );
  return makePageReply(
    call,
    shown.map((value) => ({ id: value.id, name: value.name, value })),
    (template) => toTemplateJson(template, isWithIcons(call)),
  );
}

/** GET /templates/{id}. */
export function describeTemplate(call: Call): Reply {
  return makeReply(
    toTemplateJson(readTemplate(call.state, readParam(call, 'templateId')), isWithIcons(call)),
  );
}

/** GET /templates/{id}/export, with the keys of SERVICE E.2 [P]. */
export function exportTemplate(call: Call): Reply {
  return makeReply(
    toExport(readTemplate(call.state, readParam(call, 'templateId')), call.state.choices),
  );
}

/** A template in lists and reads (SERVICE A.4 [D][T]). */
export function toTemplateJson(template: Template, hasIcons: boolean): unknown {
  const releases = [...new Set(template.steps.map(({ release }) => release))];
  return {
    Id: template.id,
    Name: template.name,
    Description: template.description,
    Tags: template.tags,
    Connectors: releases.map((release) => ({
      Id: release.id,
      Name: release.name,
      Version: release.version,
      StepCount: template.steps.filter((step) => step.release === release).length,
      Icon: hasIcons ? icon : null,
    })),
    StepCount: template.steps.length,
  };
}

/** GET /cycles/upgradeable: cycles whose template has a newer release (SERVICE A.5 [T]). */
export function listUpgradeable(call: Call): Reply {
  const rows = listCycleRows(call.state, call.accountId).filter(
    (row) => findUpgrade(call.state, row) !== undefined,
  );
  return makePageReply(
    call,
    rows.map((row) => ({ id: row.id, name: row.name, value: row })),
    (row) => toCycleJson(call.state, row),
  );
}
