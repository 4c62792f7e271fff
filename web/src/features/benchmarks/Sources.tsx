import Link from '@mui/material/Link';
import type { PeerSource } from '@pace/contract/scoreboard';
import { useTranslation } from 'react-i18next';
import { scoreboardAddress } from '../../api/scoreboard.ts';
import { ScrollTable } from './ScrollTable.tsx';

/** Where each program's figures come from, on what hardware they were measured, and under which licence they are shown. */
export function Sources({ sources }: { sources: Readonly<Record<string, PeerSource>> }) {
  const { t, i18n } = useTranslation('benchmarks');
  const columns = ['program', 'method', 'hardware', 'source', 'licence'] as const;
  return (
    <ScrollTable caption={t('sources.table')} captionHidden minWidth={1000} testId="benchmarks-sources">
      <thead>
        <tr>
          {columns.map((key) => (
            <th key={key} scope="col" className="text">
              {t(`columns.${key}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {Object.entries(sources).map(([key, source]) => (
          <tr key={key} lang="en">
            <th scope="row" className="text">
              {source.program}
            </th>
            <td className="text">{source.method}</td>
            <td className="text">{source.hardware}</td>
            <td className="text">
              {source.table} ({source.date}). <code style={{ overflowWrap: 'anywhere' }}>{source.file}</code>
              {source.url !== undefined && (
                <>
                  {' '}
                  <Link href={source.url} rel="noopener">
                    {source.url.replace('https://', '')}
                  </Link>
                </>
              )}
            </td>
            <td className="text">
              {source.copyright}. {source.licence}.{' '}
              {source.licenceFile !== undefined && (
                <Link href={scoreboardAddress(source.licenceFile.replace(/^.*\//, ''))} lang={i18n.language}>
                  {t('sources.licenceText')}
                </Link>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  );
}
