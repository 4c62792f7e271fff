import {
  CaseCurvesSchema,
  SCOREBOARD_FILE,
  SCOREBOARD_FOLDER,
  ScoreboardSchema,
  type CaseCurves,
  type Scoreboard,
} from '@pace/contract/scoreboard';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { z } from 'zod';

/** Address of a file of the scoreboard; these are files of the site, not answers of the API. */
export const scoreboardAddress = (file: string) => `/${SCOREBOARD_FOLDER}/${file}`;

/** The records of validation and benchmarks that this version of the site was built with. */
export function useScoreboard(): UseQueryResult<Scoreboard> {
  return useScoreboardFile(ScoreboardSchema, SCOREBOARD_FILE);
}

/** The recorded curves of a case. `file` as its record names it. */
export function useCaseCurves(file: string): UseQueryResult<CaseCurves> {
  return useScoreboardFile(CaseCurvesSchema, file);
}

function useScoreboardFile<S extends z.ZodType>(schema: S, file: string): UseQueryResult<z.output<S>> {
  return useQuery({
    queryKey: ['scoreboard', file],
    queryFn: async ({ signal }) => {
      const answer = await fetch(scoreboardAddress(file), { signal });
      if (!answer.ok) throw new Error(`${file}: ${answer.status}`);
      return schema.parse(await answer.json());
    },
    staleTime: Infinity,
  });
}
