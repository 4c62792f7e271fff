import Button, { type ButtonProps } from '@mui/material/Button';
import MuiLink, { type LinkProps } from '@mui/material/Link';
import { Link as RouterLink } from 'react-router';

/** A button that goes to a route. */
export function LinkButton({ to, ...props }: ButtonProps & { to: string }) {
  return <Button component={RouterLink} to={to} {...props} />;
}

/** A link in text that goes to a route. */
export function TextLink({ to, ...props }: LinkProps & { to: string }) {
  return <MuiLink component={RouterLink} to={to} {...props} />;
}
