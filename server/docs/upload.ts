/** The only call that is not JSON: the body is the file, and headers give its name and field. */
export const upload = {
  operationId: 'files_upload',
  tags: ['files'],
  summary: 'Uploads a file for a field of a record that is saved later.',
  security: [{ session: [] }],
  parameters: [
    header('X-File-Name', 'The file name, percent-encoded.', '%DE%8A%DE%AE%DE%93%DE%AF.png'),
    header('X-File-For', 'The resource and the field that the file is for.', 'dynamicPages.page_content'),
    { ...header('X-File-Type', 'The media type of the file, if known.', 'image/png'), required: false },
  ],
  requestBody: {
    required: true,
    content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
  },
}

function header(name: string, description: string, example: string) {
  return { name, in: 'header', required: true, description, schema: { type: 'string' }, example }
}
