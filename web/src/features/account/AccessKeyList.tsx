import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { AccessKey } from '@pace/contract';
import { useTranslation } from 'react-i18next';

interface Props {
  keys: readonly AccessKey[];
  onRevoke: (key: AccessKey) => void;
}

export function AccessKeyList({ keys, onRevoke }: Props) {
  const { t } = useTranslation('account');
  return (
    <Box
      component="ul"
      aria-label={t('keys.list')}
      sx={{ listStyle: 'none', p: 0, m: 0, display: 'grid', gap: 2 }}
    >
      {keys.map((key) => (
        <AccessKeyRow key={key.id} accessKey={key} onRevoke={() => onRevoke(key)} />
      ))}
    </Box>
  );
}

function AccessKeyRow({ accessKey, onRevoke }: { accessKey: AccessKey; onRevoke: () => void }) {
  const { t, i18n } = useTranslation('account');
  const day = (text: string) => new Date(text).toLocaleDateString(i18n.language, { dateStyle: 'medium' });
  const minute = (text: string) =>
    new Date(text).toLocaleString(i18n.language, { dateStyle: 'medium', timeStyle: 'short' });
  const { name, prefix, scope, createdDate, expiresDate, expired, lastUsedDate } = accessKey;
  const facts = [
    t('keys.created', { date: day(createdDate) }),
    t(expired ? 'keys.expired' : 'keys.expires', { date: day(expiresDate) }),
    lastUsedDate === null ? t('keys.unused') : t('keys.used', { date: minute(lastUsedDate) }),
  ];
  return (
    <Box
      component="li"
      data-testid="access-key-row"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: 1.5,
        alignItems: 'center',
        borderTop: 1,
        borderColor: 'divider',
        pt: 2,
      }}
    >
      <Box sx={{ flex: 1, minWidth: { xs: '100%', sm: 0 } }}>
        <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{name}</Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          <Box component="code">{prefix}…</Box> · {t(`keys.scopes.${scope}`)}
        </Typography>
        <Box
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            columnGap: 2,
            typography: 'body2',
            color: 'text.secondary',
          }}
        >
          {facts.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </Box>
      </Box>
      <Button
        size="small"
        color="error"
        variant="outlined"
        onClick={onRevoke}
        aria-label={t(expired ? 'keys.removeWhich' : 'keys.revokeWhich', { name })}
        data-testid="access-key-revoke"
      >
        {t(expired ? 'keys.remove' : 'keys.revoke')}
      </Button>
    </Box>
  );
}
