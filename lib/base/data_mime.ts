/**
 * MIME type of the form of a table that programs read: an output's data beside its HTML and its
 * text. It is not `application/json`, which JupyterLab draws as a tree in place of the table.
 */
export const dataMime = "application/vnd.corebook.data+json";
