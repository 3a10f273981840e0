import { hashText } from '../../kit/hash.ts';
import { shortenText } from '../../kit/shorten-text.ts';
import type { Made } from '../../model/report-document.ts';
import { projectFile } from '../../model/project.ts';
import type { SourceSpan } from '../../model/source-span.ts';
import type { Finding } from './finding.ts';
import { toLine } from './write-name.ts';
import { writePath } from './write-path.ts';

/** UTF-16 units of a message. */
const longestMessage = 4000;

/** Other places of one finding. */
const mostRelated = 20;

/** The name of the folder that paths are relative to. */
export const root = '%SRCROOT%';

/** Where what has no place is shown: no scanner shows a finding without one. */
const projectStart: SourceSpan = {
  file: projectFile,
  line: 1,
  column: 1,
  endLine: 1,
  endColumn: 1,
  pointer: '',
};

/** A finding as a result of SARIF. */
export function toSarifResult(finding: Finding, { folder }: Pick<Made, 'folder'>): object {
  const { rule, level, about, says, facts, related } = finding;
  const at = finding.at ?? projectStart;
  return {
    ruleId: rule,
    level,
    message: { text: toMessage([says, ...facts].join('\n')) },
    locations: [
      {
        physicalLocation: toPhysical(at, folder),
        ...(about === null
          ? {}
          : { logicalLocations: [{ fullyQualifiedName: toMessage(writePath(about)) }] }),
      },
    ],
    ...(related.length === 0
      ? {}
      : {
          relatedLocations: related.slice(0, mostRelated).map((other, index) => ({
            id: index + 1,
            message: { text: toMessage(toLine(other.says)) },
            physicalLocation: toPhysical(other.at, folder),
          })),
        }),
    // Lines move while what is wrong stays the same.
    partialFingerprints: {
      'ruleAndPlace/v1': hashText(JSON.stringify([rule, about, at.file, at.pointer])),
    },
  };
}

/**
 * A text as readers of SARIF take it. What they would read as a link, or as the place of an argument, is written
 * otherwise: a name is never a link.
 */
export function toMessage(text: string): string {
  return shortenText(text, longestMessage)
    .replace(/\](?=\()/g, '] ')
    .replace(/\{(?=\d+\})/g, '{ ');
}

function toPhysical(at: SourceSpan, folder: string): object {
  const uri = `${folder}${at.file}`.toWellFormed().split('/').map(encodeURIComponent).join('/');
  return { artifactLocation: { uri, uriBaseId: root }, region: toRegion(at) };
}

// Both count from 1 in UTF-16 units, and end before the end. What has no width is a line of its own.
function toRegion({ line, column, endLine, endColumn }: SourceSpan): object {
  const isForward = endLine > line || (endLine === line && endColumn > column);
  const start = { startLine: line, startColumn: column };
  return isForward ? { ...start, endLine, endColumn } : start;
}
