import { toHash } from '../../../kit/hash.ts';
import { toLine } from '../../../kit/text/format-name.ts';
import { toShortText } from '../../../kit/text/visible-text.ts';
import { projectFile } from '../../../model/manifest/project.ts';
import type { ReportMetadata } from '../../../model/report/report-document.ts';
import type { SourceSpan } from '../../../model/source-span.ts';
import { formatPath } from '../../blocks/words/format-path.ts';
import type { Finding } from '../finding.ts';

/** UTF-16 units of a message. */
const maxMessageLength = 4000;

/** Other places of one finding. */
const maxRelated = 20;

/** The name of the folder that paths are relative to. */
export const root = '%SRCROOT%';

/** Place of findings without one, because scanners hide those. */
const projectStart: SourceSpan = {
  file: projectFile,
  line: 1,
  column: 1,
  endLine: 1,
  endColumn: 1,
  pointer: '',
};

/** A finding as a result of SARIF. */
export function toSarifResult(finding: Finding, made: Pick<ReportMetadata, 'folder'>): object {
  const { rule, policy, about, related } = finding;
  const at = finding.at ?? projectStart;
  return {
    ruleId: rule,
    ...describe({ ...finding, at }, made),
    ...(related.length === 0
      ? {}
      : {
          relatedLocations: related.slice(0, maxRelated).map((other, index) => ({
            id: index + 1,
            message: { text: toMessage(toLine(other.says)) },
            physicalLocation: toPhysical(other.at, made.folder),
          })),
        }),
    // Independent of line numbers, because lines move.
    partialFingerprints: {
      'ruleAndPlace/v1': toHash(
        JSON.stringify([
          rule,
          about,
          at.file,
          at.pointer,
          ...(policy === undefined ? [] : [policy]),
        ]),
      ),
    },
  };
}

/** The same as a notification of the tool: it is not the fault of a file. */
export function toSarifNotification(
  finding: Finding,
  made: Pick<ReportMetadata, 'folder'>,
): object {
  return { descriptor: { id: finding.rule }, ...describe(finding, made) };
}

function describe(
  { level, text, facts, about, at }: Finding,
  { folder }: Pick<ReportMetadata, 'folder'>,
) {
  const place = {
    ...(at === null ? {} : { physicalLocation: toPhysical(at, folder) }),
    ...(about === null
      ? {}
      : { logicalLocations: [{ fullyQualifiedName: toMessage(formatPath(about)) }] }),
  };
  return {
    level,
    message: { text: toMessage([text, ...facts].join('\n')) },
    ...(Object.keys(place).length === 0 ? {} : { locations: [place] }),
  };
}

/**
 * A text for SARIF readers. Escapes links and placeholders, because a name must never become a
 * link.
 */
export function toMessage(text: string): string {
  return toShortText(text, maxMessageLength)
    .replace(/\](?=\()/g, '] ')
    .replace(/\{(?=\d+\})/g, '{ ');
}

function toPhysical(at: SourceSpan, folder: string): object {
  const uri = `${folder}${at.file}`.toWellFormed().split('/').map(encodeURIComponent).join('/');
  return { artifactLocation: { uri, uriBaseId: root }, region: toRegion(at) };
}

// Both count from 1 in UTF-16 units, with an exclusive end. An empty span becomes a whole line.
function toRegion({ line, column, endLine, endColumn }: SourceSpan): object {
  const isForward = endLine > line || (endLine === line && endColumn > column);
  const start = { startLine: line, startColumn: column };
  return isForward ? { ...start, endLine, endColumn } : start;
}
