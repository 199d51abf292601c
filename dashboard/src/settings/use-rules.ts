import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { GroupingRulesPreview } from '../../../schemas/grouping.ts';
import type { GroupingRule } from '../../../schemas/project-settings.ts';
import { ApiError, callApi } from '../api/client.ts';
import { queryKeys } from '../api/keys.ts';
import { type RulesFault, toRulesFault } from './rule-fields.ts';

type Rules = readonly GroupingRule[];

export interface RulesCalls {
  readonly running: 'save' | 'preview' | null;
  /** Why the last call brought nothing. */
  readonly fault: RulesFault | null;
  /** What the rules of the last call would have done. */
  readonly preview: GroupingRulesPreview | null;
  readonly tryOut: (rules: Rules) => Promise<void>;
  /** Resolves with whether these are the rules now. */
  readonly save: (rules: Rules) => Promise<boolean>;
  /** What was said of rules that are others now. */
  readonly forget: () => void;
}

/** Tries rules on the newest events of a project, and sets them, all of them at once. */
export function useRules(projectId: string): RulesCalls {
  const client = useQueryClient();
  const [running, setRunning] = useState<RulesCalls['running']>(null);
  const [fault, setFault] = useState<RulesFault | null>(null);
  const [preview, setPreview] = useState<GroupingRulesPreview | null>(null);
  const path = `/api/projects/${encodeURIComponent(projectId)}`;
  const forget = (): void => {
    setFault(null);
    setPreview(null);
  };
  const run = async (what: RulesCalls['running'], call: () => Promise<void>): Promise<boolean> => {
    forget();
    setRunning(what);
    try {
      await call();
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFault(toRulesFault(error));
      return false;
    } finally {
      setRunning(null);
    }
  };
  return {
    running,
    fault,
    preview,
    forget,
    async tryOut(groupingRules) {
      const call = { method: 'POST', body: { groupingRules } } as const;
      await run('preview', async () => {
        setPreview(await callApi<GroupingRulesPreview>(`${path}/grouping-rules/preview`, call));
      });
    },
    save: (groupingRules) =>
      run('save', async () => {
        await callApi(`${path}/settings`, { method: 'PATCH', body: { groupingRules } });
        await client.invalidateQueries({ queryKey: queryKeys.projectGrouping(projectId) });
      }),
  };
}
