import { ResetPasswordForm } from '../features/account/ResetPasswordForm.tsx';

export const ResetPasswordPage = ResetPasswordForm;
