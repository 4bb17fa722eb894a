/** A call that is not JSON: the body is the file, and headers give its name and field. */
export const upload = {
  operationId: 'files_upload',
  tags: ['files'],
  summary: 'Uploads a file for a field of a record that is saved later.',
  security: [{ session: [] }, { token: ['records:write'] }],
  parameters: [
    header('X-File-Name', 'The file name, percent-encoded.', '%DE%8A%DE%AE%DE%93%DE%AF.png'),
    header('X-File-For', 'The resource and the field that the file is for.', 'dynamicPages.page_content'),
    { ...header('X-File-Type', 'The media type of the file, if known.', 'image/png'), required: false },
  ],
  requestBody: bytes(),
}

/** Its body is a part of the file of an upload that `files/upload/begin` began. */
export const uploadPart = {
  operationId: 'files_upload_part',
  tags: ['files'],
  summary: 'Adds a part to an upload; the last part stores the file.',
  security: [{ session: [] }, { token: ['records:write'] }],
  parameters: [
    header('X-Upload', 'The upload, as `files/upload/begin` named it.', '6f1f8a3e-3c1a-4f6e-9a54-0b6f7d3f2c11'),
    header('X-Upload-Offset', 'The bytes that the server has: the part follows them.', '0'),
  ],
  requestBody: bytes(),
}

function bytes() {
  return {
    required: true,
    content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
  }
}

function header(name: string, description: string, example: string) {
  return { name, in: 'header', required: true, description, schema: { type: 'string' }, example }
}
