/** The only call that is not JSON: the body is the file, and headers give its name and field. */
export const upload = {
  operationId: 'files_upload',
  tags: ['files'],
  summary: 'Takes a file in, for a field of a record that is saved later.',
  security: [{ session: [] }],
  parameters: [
    header('X-File-Name', 'Its name, percent-encoded.', '%DE%8A%DE%AE%DE%93%DE%AF.png'),
    header('X-File-For', 'The resource and the field that it is for.', 'dynamicPages.page_content'),
    { ...header('X-File-Type', 'Its media type, where it is known.', 'image/png'), required: false },
  ],
  requestBody: {
    required: true,
    content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
  },
}

function header(name: string, description: string, example: string) {
  return { name, in: 'header', required: true, description, schema: { type: 'string' }, example }
}
