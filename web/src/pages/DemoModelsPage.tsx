import { useTranslation } from 'react-i18next';
import { EmptyState } from '../ui/EmptyState.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';

export function DemoModelsPage() {
  const { t } = useTranslation('projects');
  return (
    <>
      <PageHeader title={t('modelsTitle')} />
      <EmptyState
        icon="cube"
        title={t('modelsEmptyTitle')}
        text={t('modelsEmptyText')}
        action={
          <LinkButton to="/projects" variant="outlined">
            {t('title')}
          </LinkButton>
        }
      />
    </>
  );
}
