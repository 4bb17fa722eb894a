/** The name of the account whose password is typed here, for the keepers of passwords; nobody sees it. */
export const KnownName = ({ email }: { email: string }) => (
  <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
)
