// `get_project_stats`: figures, what fails most, and which projects there are.

import { MCP_TOKENS_DEFAULT } from '../../schemas/limits.js';
import { ProjectStatsInput } from '../../schemas/mcp.js';
import { ProjectList, Stats } from '../../schemas/stats.js';
import { PROJECTS_ENDPOINT, STATS_ENDPOINT } from '../constants.js';
import { toErrorText } from '../lookup/record-text.js';
import { toQueryString } from '../query-text.js';
import { compileBody } from '../validate.js';
import { toBytesMax, toWarning } from './answer.js';
import { openFence, toDataLine } from './fence.js';
import { MCP_PROJECTS_MAX, MCP_ROW_BYTES_MIN, MCP_TYPES_MAX } from './limits.js';
import { type ToolContext, toProject, toTool } from './tool.js';

const validateStats = compileBody(Stats);
const validateProjects = compileBody(ProjectList);

export const GET_PROJECT_STATS = toTool(
  {
    name: 'get_project_stats',
    title: 'Get statistics',
    description:
      'Figures of one project or all: requests, failed requests, errors over time and by type, the error groups with most events, and the names of the projects. For "how is it going" and "which projects are there".',
    input: ProjectStatsInput,
  },
  readFigures,
);

async function readFigures(input: ProjectStatsInput, context: ToolContext): Promise<string> {
  const projectId = toProject(input.project, context);
  const { timeRange = '24h' } = input;
  const query = toQueryString({ projectId, timeRange });
  const [stats, { projects }] = await Promise.all([
    context.api.read(`${STATS_ENDPOINT}?${query}`, validateStats),
    context.api.read(PROJECTS_ENDPOINT, validateProjects),
  ]);
  // Of a server for one project the others are nobody's business, nor how many there are.
  const named = context.project === null ? projects : [];
  const fence = openFence();
  const over = stats.errorsOverTime.map(({ count }) => count).join(' ');
  const head = [
    `The last ${timeRange}: ${stats.totalRequests} requests, ${stats.errorRequests} failed; health score ${stats.healthScore}.`,
    `Error events over that time, oldest first: ${over}`,
    toWarning(fence),
  ];
  const lines = [
    ...stats.topErrors.map(({ id, severity, count, type, message }) =>
      toDataLine(`top error ${id}  ${severity}  ${count}x  ${toErrorText(type, message)}`, MCP_ROW_BYTES_MIN),
    ),
    ...toMost(stats.errorsByType).map(([type, count]) => toDataLine(`type ${type}: ${count}`, MCP_ROW_BYTES_MIN)),
    ...named.slice(0, MCP_PROJECTS_MAX).map(({ name }) => toDataLine(`project ${name}`, MCP_ROW_BYTES_MIN)),
  ];
  const shown = toShown(lines, toBytesMax(input.maxTokens ?? MCP_TOKENS_DEFAULT) - FRAME_BYTES);
  const leftOut = lines.length - shown.length + Math.max(0, named.length - MCP_PROJECTS_MAX);
  return [...head, ...fence.enclose(shown), ...(leftOut > 0 ? [`${leftOut} more lines are left out.`] : [])].join('\n');
}

function toMost(counts: Readonly<Record<string, number>>): readonly (readonly [string, number])[] {
  return Object.entries(counts)
    .sort(([, a], [, b]) => b - a)
    .slice(0, MCP_TYPES_MAX);
}

/** What the answer says besides: the figures of 24 buckets, and the marks. */
const FRAME_BYTES = 1000;

function toShown(lines: readonly string[], bytesMax: number): readonly string[] {
  let bytes = 0;
  const end = lines.findIndex((line) => {
    bytes += Buffer.byteLength(line) + 1;
    return bytes > bytesMax;
  });
  return end === -1 ? lines : lines.slice(0, end);
}
